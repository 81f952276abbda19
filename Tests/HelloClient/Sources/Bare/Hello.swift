import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Greeting: Decodable {
    let text: String
}

@main
struct Hello {
    static func main() async throws {
        guard let url = URL(string: "https://api.example.com/greetings/1?language=en") else { return }
        let (data, _) = try await URLSession.shared.data(from: url)
        print(try JSONDecoder().decode(Greeting.self, from: data).text)
    }
}
