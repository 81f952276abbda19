// says: 'responseError' has been renamed to 'unreadableResponse'

import Endpoints

func isUnreadable(_ error: EndpointTaskError<EmptyResponse>) -> Bool {
    if case .responseError = error { true } else { false }
}
