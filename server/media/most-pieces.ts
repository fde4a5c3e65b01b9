/** A picture has far fewer pieces; a file made of nothing else would hold the process up. */
export const mostPieces = 100_000
