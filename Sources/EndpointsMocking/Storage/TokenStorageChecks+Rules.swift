extension ConformanceViolation.Rule {
    /// A saved pair is loaded as it was.
    public static let roundTrip = storage(
        name: "roundTrip",
        expectation: "load() returns the pair that was saved, every field as it was, dates to the millisecond",
        remedy: """
            Store all five fields, tokens of any length as UTF-8, nil apart from empty, and dates with their fractions; \
            encoding the TokenPair itself, which is Codable, does all that.
            """
    )
    /// A save leaves nothing of the pair before.
    public static let replacement = storage(
        name: "replacement",
        expectation: "save(_:) replaces the whole pair",
        remedy: "Write every field in each save, also those that are nil."
    )
    /// Without a stored pair, load returns nil.
    public static let emptyLoad = storage(
        name: "emptyLoad",
        expectation: "load() returns nil when nothing is stored",
        remedy:
            "Return nil, not an error or an empty pair, when the place exists and holds nothing, or doesn't exist yet."
    )
    /// After clear nothing is stored, and a later save works.
    public static let clearing = storage(
        name: "clearing",
        expectation: "clear() removes the whole pair, and a later save(_:) stores one again",
        remedy: "Remove the tokens and the dates wherever they are kept, caches included."
    )
    /// Clearing an empty store does nothing.
    public static let clearingEmpty = storage(
        name: "clearingEmpty",
        expectation: "clear() does nothing when nothing is stored",
        remedy: "Take “not found” for success when the pair is removed."
    )
    /// Every owner sees what another one did.
    public static let sharing = storage(
        name: "sharing",
        expectation: "a second owner of the same store sees at once what the first one saved or cleared",
        remedy:
            "Read the store in every load() instead of keeping its content, and let makeStorage open one and the same store."
    )
    /// While pairs are replaced there is always one.
    public static let continuity = storage(
        name: "continuity",
        expectation: "while a stored pair is replaced, load() returns the old pair or the new one",
        remedy: "Replace in one step: rename a finished file, update a row; don't delete and add."
    )
    /// Saves at the same time leave one whole pair.
    public static let concurrentSaves = storage(
        name: "concurrentSaves",
        expectation: "saves at the same time all succeed, and what is loaded is one of the saved pairs as a whole",
        remedy: "Write a pair in one step, as one value, or in one transaction that waits for others."
    )
    /// Of all owners' bodies one runs at a time.
    public static let exclusion = storage(
        name: "exclusion",
        expectation:
            "of all bodies of withExclusiveAccess(_:), over all owners, one runs at a time, until it has ended",
        remedy: """
            Lock what the owners share, not an owner, and unlock after the body has ended, not when its task is \
            cancelled. A store that has only one owner needs no lock: leave exclusiveAccess() out.
            """
    )
    /// Exclusive access runs the body once and tells what came of it.
    public static let bodyOutcome = storage(
        name: "bodyOutcome",
        expectation: "withExclusiveAccess(_:) runs its body once and returns or throws exactly what that does",
        remedy: "Return the body's value, rethrow its error unchanged, and don't repeat it."
    )
    /// The lock is free when no body runs.
    public static let lockRelease = storage(
        name: "lockRelease",
        expectation: "withExclusiveAccess(_:) gets the lock when nobody has it, whatever became of those before",
        remedy: "Unlock in a defer, and take a waiter that gave up out of the queue."
    )
    /// The store can be used in the body.
    public static let accessInsideBody = storage(
        name: "accessInsideBody",
        expectation: "load(), save(_:) and clear() work inside a body of withExclusiveAccess(_:)",
        remedy: "Let load(), save(_:) and clear() not take the lock that withExclusiveAccess(_:) holds."
    )
    /// A cancelled waiter leaves.
    public static let cancelledWaiter = storage(
        name: "cancelledWaiter",
        expectation: "a cancelled task stops waiting for the lock at once, with an error and without running its body",
        remedy: "Resume the waiter in withTaskCancellationHandler, or look for the cancellation between two tries."
    )
    /// A note about a refresh token is found by every owner.
    public static let refreshNote = storage(
        name: "refreshNote",
        expectation: "prepareRefresh(_:) writes a note for all owners, unless another presentation's is in the way",
        remedy:
            "Keep the note beside the tokens, and read and write it in one step, as RefreshNote.resolution(against:) says."
    )
    /// A note ends by its time, and by whoever wrote it.
    public static let refreshNoteEnd = storage(
        name: "refreshNoteEnd",
        expectation:
            "a note is in nobody's way after its end, or for another token, or after finishRefresh(_:_:) of it",
        remedy: "Let finishRefresh(_:_:) remove the note of the same id, and no other one."
    )
    /// What can't be read is an error.
    public static let storageFailures = storage(
        name: "storageFailures",
        expectation: "load() throws when the store can't be read or understood, each time, and deletes nothing",
        remedy: "Return nil only when it is sure that nothing is stored; let every other failure through."
    )

    private static func storage(name: String, expectation: String, remedy: String) -> Self {
        Self(subject: "token storage", name: name, expectation: expectation, remedy: remedy)
    }
}
