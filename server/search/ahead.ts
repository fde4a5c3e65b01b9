import type { SearchDocument } from './document.ts'

/** Documents in a message, and the most messages that wait for the thread. */
const documentsAtOnce = 16
const mostWaiting = 64

/**
 * Documents that are sent to the search thread while the content is read, before all entries are
 * known.
 */
export interface Ahead {
  /**
   * Offers a document. `make` is not called when the thread wants none or is far behind: the
   * document is requested later. So is one for which `make` throws; that request reports the error.
   */
  offer(make: () => SearchDocument | null): void
  /** The thread has taken a message. */
  took(isWanted: boolean): void
  /** No document is wanted any more. */
  end(): void
}

export function createAhead(post: (documents: Array<SearchDocument>) => void): Ahead {
  let next: Array<SearchDocument> = []
  let waiting = 0
  let isOver = false

  return {
    offer(make) {
      if (isOver || waiting >= mostWaiting) return
      const document = made(make)
      if (document) next.push(document)
      if (next.length < documentsAtOnce) return
      waiting += 1
      const documents = next
      next = []
      post(documents)
    },
    took(isWanted) {
      waiting -= 1
      isOver ||= !isWanted
    },
    end() {
      isOver = true
      next = []
    },
  }
}

function made(make: () => SearchDocument | null): SearchDocument | null {
  try {
    return make()
  } catch {
    return null
  }
}
