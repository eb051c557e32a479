/** The library's own error. Its words hold nothing of the caller's, so they may be shown. */
export class LibraryError extends Error {}

/** A library error after which the call makes no further attempt. */
export class FinalError extends LibraryError {}

/**
 * Node, or other code in the process, threw while a connection was opened, for example because of a wrong cipher list.
 * The same call would fail again.
 */
export class OpeningError extends LibraryError {}

/** A library error that proves that nothing was sent, and that no further attempt would be. */
export class UnsentError extends FinalError {}
