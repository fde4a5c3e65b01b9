import type { Departure } from '#domain/departure.ts'
import type { NewSubscriber, Subscriber } from '#domain/subscriber.ts'

/** The mailing list as this folder uses it; `subscriber-store.ts` stores it. Changes stand in memory at once and resolve when they are on the disk. */
export interface SubscriberStore {
  byEmail(email: string): Subscriber | null
  byId(id: number): Subscriber | null
  all(): Iterable<Subscriber>
  size(): number
  wasErased(email: string): boolean
  add(...people: Array<NewSubscriber>): { people: Array<Subscriber>; stored: Promise<void> }
  put(...people: Array<Subscriber>): Promise<void>
  erase(
    people: ReadonlyArray<Subscriber>,
    options: { remember: boolean; left?: ReadonlyArray<Departure> },
  ): Promise<void>
  departure(id: number): Departure | null
  departures(): ReadonlyArray<Departure>
  changeDepartures(...changed: Array<Departure>): Promise<void>
  endDeparture(id: number): Promise<void>
  settled(): Promise<void>
  /** Signs links. */
  secret: string
}

/** Rejects while the list can't be read. */
export type OpenStore = () => Promise<SubscriberStore>
