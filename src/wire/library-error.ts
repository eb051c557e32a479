/** The library's own error. Its words hold nothing of the caller's, so they may be shown. */
export class LibraryError extends Error {}

/** A library error after which the call makes no further attempt. */
export class FinalError extends LibraryError {}
