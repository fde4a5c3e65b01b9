/**
 * Limit of chunks or segments per file: real pictures have far fewer, and a file of many tiny ones
 * would block the process.
 */
export const mostPieces = 100_000
