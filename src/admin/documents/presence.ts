import type { ContentEvent } from '#domain/content-event.ts'
import { type DocumentName, mostOpen, type OpenDocument, type Present } from '#domain/presence.ts'
import { backgroundCall, newIdempotencyKey } from '../../api/admin-call.ts'
import { createListeners, listenTo } from './listeners.ts'
import type { Tabs } from './tabs.ts'

/** Between two signs of life, in milliseconds; the server forgets a tab after eight seconds. */
const beatMs = 3000
/** The shortest time between two signs about a move in the text. */
const moveMs = 2000
/** Who has touched nothing for so long is not there, though the screen is. */
const awayMs = 600_000

/** A document that is open in this tab. */
interface Entered {
  document: OpenDocument
}

/**
 * Tells the server what this tab has open, as long as somebody looks at it, and knows who else has
 * what open. `may` says whether the server can be asked now.
 */
export class Presence {
  private readonly tab = newIdempotencyKey()
  private readonly open = new Set<Entered>()
  private readonly listeners = createListeners()
  private readonly stops: ReadonlyArray<() => void>
  private others: ReadonlyArray<Present> = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private sentAt = Number.NEGATIVE_INFINITY
  private touchedAt = Date.now()
  /** Whether the server has something of this tab. */
  private isKnown = false
  private readonly userId: number
  private readonly may: () => boolean

  constructor(userId: number, tabs: Pick<Tabs, 'listen' | 'post'>, may: () => boolean) {
    this.userId = userId
    this.may = may
    this.stops = [
      listenTo('keydown', this.touch),
      listenTo('pointerdown', this.touch),
      tabs.listen(({ kind }) => {
        const people = [...this.others]
        if (kind === 'opened' && people.length > 0)
          tabs.post({ kind: 'event', event: { kind: 'presence', people } })
      }),
    ]
    document.addEventListener('visibilitychange', this.send)
    tabs.post({ kind: 'opened' })
  }

  /** Says that this tab has a document open, until `leave`. */
  enter(name: DocumentName): Entered {
    const entered = { document: { ...name, editing: false, at: null } }
    this.open.add(entered)
    this.sendSoon()
    return entered
  }

  set(entered: Entered, change: Partial<Pick<OpenDocument, 'editing' | 'at'>>): void {
    const next = { ...entered.document, ...change }
    if (JSON.stringify(next) === JSON.stringify(entered.document)) return
    entered.document = next
    if (this.open.has(entered)) this.sendSoon()
  }

  leave(entered: Entered): void {
    this.open.delete(entered)
    this.send()
  }

  /** All who have something open elsewhere. */
  readonly people = () => this.others

  readonly onChange = this.listeners.add

  /** Takes what the server says about who is there. */
  take(event: ContentEvent): void {
    if (event.kind === 'presence') this.show(event.people)
  }

  /** Without the server nobody says any more who is there. */
  lost(): void {
    this.show([])
  }

  close(): void {
    clearTimeout(this.timer)
    document.removeEventListener('visibilitychange', this.send)
    for (const stop of this.stops) stop()
  }

  private show(people: ReadonlyArray<Present>) {
    this.others = people
    this.listeners.call()
  }

  private readonly send = () => {
    clearTimeout(this.timer)
    const open = this.isHere() ? [...this.open].slice(-mostOpen) : []
    if (open.length === 0 && !this.isKnown) return
    this.isKnown = open.length > 0
    this.sentAt = performance.now()
    if (this.isKnown) this.timer = setTimeout(this.send, beatMs)
    if (!this.may()) return
    const body = { tab: this.tab, open: open.map((entered) => entered.document) }
    // The next sign of life is the next attempt.
    backgroundCall('POST /api/presence', { body, user: this.userId }).catch(console.debug)
  }

  private isHere() {
    return document.visibilityState === 'visible' && Date.now() - this.touchedAt < awayMs
  }

  private sendSoon() {
    clearTimeout(this.timer)
    this.timer = setTimeout(this.send, Math.max(0, this.sentAt + moveMs - performance.now()))
  }

  private readonly touch = () => {
    this.touchedAt = Date.now()
    if (!this.isKnown && this.open.size > 0) this.sendSoon()
  }
}
