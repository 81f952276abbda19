// The samples of the DocC article “Testing”, word for word: DocumentationTests compares them.
import Endpoints
import EndpointsTesting
import Testing
import XCTest

struct ListItems: Endpoint {
    typealias Server = Shop
    typealias Response = [Item]
    static let definition = Definition(path: "items", parameters: [.query("page", \.page)])
    var page: Int
}

nonisolated struct Item: Codable, Sendable {
    let id: Int
    let name: String
}

@Test func showsTheFirstPage() async throws {
    let action = MockAction<ListItems>.return([Item(id: 1, name: "Lamp")])
    try await withMock(ListItems.self, action: action) {
        let items = try await URLSession.shared.response(with: ListItems(page: 1))
        #expect(items.map(\.name) == ["Lamp"])
    }
}

@Test func asksForEachPage() async throws {
    try await withMock(ListItems.self) { continuation in
        continuation.resume(returning: [Item(id: continuation.endpoint.page, name: "Lamp")])
    } test: {
        let second = try await URLSession.shared.response(with: ListItems(page: 2))
        #expect(second.first?.id == 2)
    }
}

@Test func renewsTheToken() async throws {
    let mocks = Mocks()
    mocks.respond(to: ListItems.self, with: .status(401), .text("[]"))
    mocks.respond(to: RenewTokens.self, status: 200, headers: [:], json: ["accessToken": "A2"])
    let auth = JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { refreshToken in
        try await URLSession.shared.response(with: RenewTokens(refreshToken: refreshToken)).pair
    }
    try await withMock(mocks) {
        _ = try await URLSession.shared.response(with: ListItems(page: 1), auth: auth)
    }
    let sent = mocks.requests(to: ListItems.self).map { $0.urlRequest.value(forHTTPHeaderField: "Authorization") }
    #expect(sent == ["Bearer A1", "Bearer A2"])
    #expect(mocks.requests(to: RenewTokens.self).first?.endpoint.refreshToken == "r1")
}

@Test(.mocking(isStrict: true) { $0.register(ListItems.self, action: .return([])) })
func sendsNothingElse() async throws {
    let items = try await URLSession.shared.response(with: ListItems(page: 1))
    #expect(items.isEmpty)
}

final class ShopTests: MockedTestCase {
    override var isStrict: Bool { true }

    override func registerMocks(in mocks: Mocks) {
        mocks.register(ListItems.self, action: .return([Item(id: 1, name: "Lamp")]))
    }

    func testShowsTheLamp() async throws {
        let items = try await URLSession.shared.response(with: ListItems(page: 1))
        XCTAssertEqual(items.map(\.name), ["Lamp"])
        XCTAssertEqual(mocks.requests(to: ListItems.self).count, 1)
    }
}

func exportInBackground() async throws -> Int {
    let scope = MockScope.current
    return try await Task.detached {
        let export = { try await URLSession.shared.response(with: ListItems(page: 1)).count }
        guard let scope else { return try await export() }
        return try await scope.run(export)
    }.value
}

func recordItems(in folder: URL) async throws {
    try await withRecording(to: folder) {
        _ = try await URLSession.shared.response(with: ListItems(page: 1))
    }
}

func replayItems(from folder: URL) async throws -> [Item] {
    try await withReplay(from: folder) {
        try await URLSession.shared.response(with: ListItems(page: 1))
    }
}

func checkMyMethod() async throws {
    let checks = AuthenticationMethodChecks { HeaderKeyAuth(key: "a-key-of-my-own", header: "X-API-Key", prefix: nil) }
    try await checks.all()
}
