/** On a terminal the line is written anew so often at most, elsewhere a line of its own comes so often; in milliseconds. */
const redrawMs = 100
const lineMs = 10_000

/** Says on a stream how far a long task is; what is done soon says nothing. */
export function createProgress(stream: NodeJS.WriteStream) {
  let shownAt = performance.now()
  let isDrawn = false
  return {
    show(done: number, total: number) {
      const now = performance.now()
      if (now - shownAt < (stream.isTTY ? redrawMs : lineMs)) return
      shownAt = now
      isDrawn = stream.isTTY
      const text = `${Math.floor((100 * done) / Math.max(1, total))} % checked`
      stream.write(stream.isTTY ? `\r${text}` : `${text}\n`)
    },
    /** Leaves an empty line on a terminal. */
    clear() {
      if (isDrawn) stream.write('\r\x1b[K')
      isDrawn = false
    },
  }
}
