/** An error of our own making. Its words hold nothing of the caller's, so that they are shown. */
export class LibraryError extends Error {}
