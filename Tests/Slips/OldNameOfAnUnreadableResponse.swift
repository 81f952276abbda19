// says: has no member 'responseError'

import Endpoints

func isUnreadable(_ error: EndpointTaskError<EmptyResponse>) -> Bool {
    if case .responseError(let failure) = error { failure.code == .emptyBody } else { false }
}
