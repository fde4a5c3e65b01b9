import type { SearchDocument } from './document.ts'

/** Documents in a message, and the most messages that wait for the thread. */
const documentsAtOnce = 16
const mostWaiting = 64

/**
 * Documents that are sent to the search thread while the content is read, before all entries are
 * known. `post` sends some of them and resolves with whether the thread wants more.
 */
export class Ahead {
  #next: Array<SearchDocument> = []
  #waiting = 0
  #isOver = false
  #post: (documents: Array<SearchDocument>) => Promise<boolean>

  constructor(post: (documents: Array<SearchDocument>) => Promise<boolean>) {
    this.#post = post
  }

  /**
   * Offers a document. `make` is not called when the thread wants none or is far behind: the
   * document is requested later. So is one for which `make` throws; that request reports the error.
   */
  offer(make: () => SearchDocument | null): void {
    if (this.#isOver || this.#waiting >= mostWaiting) return
    const document = made(make)
    if (document) this.#next.push(document)
    if (this.#next.length === documentsAtOnce) void this.#send()
  }

  /** No document is wanted any more. */
  end(): void {
    this.#isOver = true
    this.#next = []
  }

  async #send(): Promise<void> {
    const documents = this.#next
    this.#next = []
    this.#waiting += 1
    const isWanted = await this.#post(documents).catch(() => false)
    this.#waiting -= 1
    if (!isWanted) this.end()
  }
}

function made(make: () => SearchDocument | null): SearchDocument | null {
  try {
    return make()
  } catch {
    return null
  }
}
