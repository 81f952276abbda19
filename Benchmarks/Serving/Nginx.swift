#if os(Linux) || os(macOS)
import Endpoints

/// An nginx with one worker and a folder of its own, which ends with this process.
final class Nginx {
    let port: Int
    private let process = Process()
    private let input = Pipe()
    private let folder: URL

    /// Starts it; throws where there is none, or it doesn't answer within two seconds.
    init(port: Int) throws {
        self.port = port
        folder = FileManager.default.temporaryDirectory.appending(path: "endpoints-benchmarks-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do {
            try Data(Item.json.utf8).write(to: folder.appending(path: "item.json"))
            try Data(Note.json.utf8).write(to: folder.appending(path: "note.json"))
            try Self.configuration(port: port, folder: folder.path)
                .write(to: folder.appending(path: "nginx.conf"), atomically: true, encoding: .utf8)
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", Self.script, "nginx", folder.path]
            process.standardInput = input
            try process.run()
            try waitUntilServing()
        } catch {
            stop()
            throw error
        }
    }

    /// Ends it and removes its folder.
    func stop() {
        try? input.fileHandleForWriting.close()
        if process.processIdentifier > 0 { process.waitUntilExit() }
        try? FileManager.default.removeItem(at: folder)
    }

    // The shell ends nginx and removes the folder when its input ends, so also when this process was killed.
    private static let script = """
        PATH="$PATH:/usr/sbin:/sbin"
        command -v nginx >/dev/null || exit 1
        nginx -p "$1/" -c "$1/nginx.conf" </dev/null >/dev/null 2>&1 &
        cat >/dev/null
        kill "$!" 2>/dev/null
        wait
        rm -rf "$1"
        """

    // A file, so that answers have the header fields of files: validators, which caches look at, and ranges.
    private static func configuration(port: Int, folder: String) -> String {
        """
        daemon off;
        worker_processes 1;
        pid nginx.pid;
        error_log nginx.log crit;
        events { worker_connections 512; }
        http {
            access_log off;
            default_type application/json;
            keepalive_requests 1000000000;
            keepalive_timeout 600s;
            client_body_temp_path body;
            proxy_temp_path proxy;
            fastcgi_temp_path fastcgi;
            uwsgi_temp_path uwsgi;
            scgi_temp_path scgi;
            server {
                listen 127.0.0.1:\(port);
                root "\(folder)";
                open_file_cache max=10 inactive=1h;
                location /items/ { rewrite ^ /item.json break; }
                location /notes/ { rewrite ^ /note.json break; }
                location /guarded/ {
                    if ($http_authorization != "Bearer A2") { return 401 '{"error":"invalid_token"}'; }
                    rewrite ^ /item.json break;
                }
            }
        }

        """
    }

    private func waitUntilServing() throws {
        guard let url = URL(string: "http://127.0.0.1:\(port)/items/1") else { throw URLError(.badURL) }
        for _ in 0..<40 {
            if (try? Data(contentsOf: url)) != nil { return }
            guard process.isRunning else { break }
            Thread.sleep(forTimeInterval: 0.05)
        }
        throw URLError(.cannotConnectToHost)
    }
}
#endif
