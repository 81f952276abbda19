import Endpoints

/// Prints a line for a proof that holds, and ends the program at one that doesn't.
func prove<Value: Equatable>(_ claim: String, _ found: Value, is wanted: Value) {
    guard found != wanted else { return print("ok  \(claim)") }
    print("FAILED  \(claim)\n    found  \(found)\n    wanted \(wanted)")
    exit(1)
}

/// Prints a line for a call that was refused, and ends the program at one that succeeded.
func prove<Response, ErrorResponse>(
    _ claim: String,
    _ result: Result<Response, EndpointTaskError<ErrorResponse>>,
    failsWith stage: String,
    status: Int? = nil
) {
    switch result {
    case .success(let response):
        print("FAILED  \(claim)\n    found  \(response)")
        exit(1)
    case .failure(let error):
        prove("\(claim): \(stage)", Stage(of: error), is: Stage(name: stage, status: status))
    }
}

/// Where a call ended.
struct Stage: Equatable {
    var name: String
    var status: Int?
}

extension Stage {
    init<ErrorResponse>(of error: EndpointTaskError<ErrorResponse>) {
        // No default: the cases are the stages of a call and stay closed.
        switch error {
        case .endpointError: name = "endpointError"
        case .authenticationError: name = "authenticationError"
        case .transportError(let failure): name = "transportError.\(failure.code)"
        case .errorResponse: name = "errorResponse"
        case .unreadableResponse(let failure): name = "unreadableResponse.\(failure.code)"
        case .cancelled: name = "cancelled"
        }
        status = error.statusCode
    }
}
