const everyMs = 200

/** A line on a terminal that says how far an export is; nothing where nobody watches. */
export interface Progress {
  show(done: number, known: number): void
  end(): void
}

export function createProgress(out: NodeJS.WriteStream): Progress {
  let shownAt = 0
  return {
    show(done, known) {
      const now = performance.now()
      if (!out.isTTY || now - shownAt < everyMs) return
      shownAt = now
      out.write(`\r${done} of ${known} addresses`)
    },
    end() {
      // Erases the line, which the report replaces.
      if (out.isTTY) out.write('\r\u001b[K')
    },
  }
}
