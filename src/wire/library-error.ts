/** An error of our own making. Its words hold nothing of the caller's, so that they are shown. */
export class LibraryError extends Error {}

/** One after which another attempt in the same call makes no sense. */
export class FinalError extends LibraryError {}
