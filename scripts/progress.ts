/** Shortest time between two updates, in milliseconds: a terminal redraws its line, other streams get a new line. */
const redrawMs = 100
const lineMs = 10_000

/** Reports the progress of a long task on a stream; a short task reports nothing. */
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
    /** Clears the line on a terminal. */
    clear() {
      if (isDrawn) stream.write('\r\x1b[K')
      isDrawn = false
    },
  }
}
