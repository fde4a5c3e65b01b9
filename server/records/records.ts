import type { z } from 'zod'
import type { Where } from './conditions.ts'

/** Where a page of records begins, and its size. Without `below` it begins with the newest one. */
export interface PageRange {
  below?: number | undefined
  limit: number
}

export interface FindOptions<Item> {
  /**
   * The field with texts by which they are ordered, in place of the order in which they were added.
   * Those without a value are the last ones.
   */
  by?: keyof Item & string
  /** The first ones, at most so many. */
  most?: number
}

/** Records of one kind, in the order in which they were added. `Found` adds what is derived. */
export interface Collection<Item, Found = Item> {
  find(where?: Where<Found>, options?: FindOptions<Item>): Promise<Array<Item>>
  /** The first record that matches. */
  get(where: Where<Found>): Promise<Item | null>
  /** Yields the records that match in batches. */
  batches(where: Where<Found>, order: 'oldest' | 'newest'): AsyncIterable<Array<Item>>
  /** Records with keys below `below`, newest first; `total` counts all that match. */
  page(
    where: Where<Found>,
    range: PageRange,
  ): Promise<{ items: Array<Item>; total: number; hasMore: boolean }>
  count(where: Where<Found>): Promise<number>
  /** The texts of a field with their numbers, most frequent first, at most `most`. */
  frequencies(
    field: keyof Item & string,
    where: Where<Found>,
    most: number,
  ): Promise<Array<{ value: string; count: number }>>
  /**
   * The records that match, each with the numbers of the records of another collection that belong
   * to it, by the texts of a field.
   */
  tallies(
    where: Where<Found>,
    of: { name: string; field: string },
  ): Promise<Array<{ item: Item; counts: Readonly<Record<string, number>> }>>
  /**
   * For each instant, by one query: how many records that match have it before the first of
   * `starts`, and in each interval that begins with one.
   */
  histograms(
    instants: ReadonlyArray<{ field: keyof Item & string; where: Where<Found> }>,
    starts: ReadonlyArray<string>,
  ): Promise<Array<Array<number>>>
  /**
   * Adds the records whose key and unique value are new, and returns them. A record without an id
   * gets one.
   */
  insert(items: ReadonlyArray<Item | Omit<Item, 'id'>>): Promise<Array<Item>>
  /** Adds a record. False, without a change, when there is one with its key. */
  add(item: Item): Promise<boolean>
  /** Adds a record, in place of the one with its key. */
  put(item: Item): Promise<void>
  /** Replaces the records with the same keys, and returns those that were there. */
  replace(items: ReadonlyArray<Item>): Promise<Array<Item>>
  /** Sets values of the records that match. Resolves with their number. */
  update(where: Where<Found>, values: Partial<Item>): Promise<number>
  /** Removes the records that match. Resolves with their number. */
  remove(where: Where<Found>): Promise<number>
}

type AnyCollection = Collection<Record<string, unknown>>

/**
 * A kind of records, and where each engine stores it. The files have it as a list by the name of
 * the collection.
 */
export interface CollectionSpec {
  record: z.ZodObject
  /** The field whose value no two records share. */
  key: string
  /**
   * The table in PostgreSQL. Its columns are the fields in snake case; those of an object have its
   * name before theirs.
   */
  table: string
  /** The column by which the table is ordered as the records were added. */
  order: string
  /** The field by whose values the records in memory are found without a search. */
  group?: string
  /** The field with the key of the owner. */
  owner?: string
  /** The objects that are one column. */
  json?: ReadonlyArray<string>
  /** Values that are computed from a record, for conditions, and columns of the table. */
  // biome-ignore lint/suspicious/noExplicitAny: each collection has its own type.
  derived?: Readonly<Record<string, (item: any) => string | null>>
  /** The derived value that no two records share. */
  unique?: string
}

/** Collections that change together. */
export interface CollectionsSpec {
  /** By name. */
  collections: Readonly<Record<string, CollectionSpec>>
  /** The name of the collection to which records of the others belong. */
  owners?: string
  /** What a transaction in PostgreSQL locks: the table of the owners, or the rows that it reads. */
  locks?: 'table' | 'rows'
  /** The field of the file with the next id of an owner, and the sequence of PostgreSQL. */
  ids?: { field: string; sequence: string }
  /** A setting that is on or off: the field of the file, and its table of at most one row. */
  flag?: { field: string; table: string }
}

/** Collections of owners and of what belongs to them. */
export type RecordsSpec = CollectionsSpec & Required<Pick<CollectionsSpec, 'owners' | 'ids'>>

type ItemOf<Spec extends CollectionsSpec, Name extends keyof Spec['collections']> = z.infer<
  Spec['collections'][Name]['record']
>
type DerivedOf<Spec extends CollectionSpec> = Spec extends {
  derived: infer Derived extends Readonly<Record<string, unknown>>
}
  ? { [Name in keyof Derived]: string | null }
  : unknown

export type CollectionsOf<Spec extends CollectionsSpec> = {
  readonly [Name in keyof Spec['collections']]: Collection<
    ItemOf<Spec, Name>,
    ItemOf<Spec, Name> & DerivedOf<Spec['collections'][Name]>
  >
}

/** Runs the work of a transaction. It may run again after a conflict. */
export type Transact<Spec extends RecordsSpec> = <Result>(
  work: (records: CollectionsOf<Spec>) => Promise<Result>,
) => Promise<Result>

/**
 * Collections in files or in a database. Each call is atomic; a change is stored when its call
 * resolves.
 */
export type Records<Spec extends RecordsSpec> = CollectionsOf<Spec> & {
  /** Runs `work`, one transaction after the other. When it rejects, nothing is changed. */
  transaction: Transact<Spec>
  /** As `transaction`; resolves when no file contains what was removed. */
  erase: Transact<Spec>
  /** The record with a key, its owner, and whether the flag is set, by one query. */
  getOwned<Name extends keyof Spec['collections'] & string>(
    name: Name,
    key: string,
  ): Promise<{
    item: ItemOf<Spec, Name>
    owner: ItemOf<Spec, Spec['owners']>
    isFlagSet: boolean
  } | null>
  /**
   * The numbers of owners that match each condition, and all records of another collection, by one
   * query.
   */
  countsBeside<Count extends string, Name extends keyof Spec['collections'] & string>(
    conditions: Readonly<Record<Count, Where<ItemOf<Spec, Spec['owners']>>>>,
    name: Name,
  ): Promise<{ counts: Record<Count, number>; items: Array<ItemOf<Spec, Name>> }>
  /** Whether an id was ever given. */
  isUsed(): Promise<boolean>
  isFlagSet(): Promise<boolean>
  setFlag(isSet: boolean): Promise<void>
  /** Resolves when all writes are done. */
  close(): Promise<void>
}

/** What each engine implements of a collection. */
export interface EngineCollection extends Omit<AnyCollection, 'get' | 'add' | 'put' | 'count'> {
  /** With `replaces`, also in place of the records with the same keys. */
  insert(
    items: ReadonlyArray<Record<string, unknown>>,
    replaces?: boolean,
  ): Promise<Array<Record<string, unknown>>>
}

/** Makes a collection for each kind of a specification. */
export function collectionsOf<Spec extends CollectionsSpec>(
  spec: Spec,
  collection: (name: string, spec: CollectionSpec) => EngineCollection,
): CollectionsOf<Spec> {
  const made = Object.entries(spec.collections).map(([name, one]) => {
    const stored = collection(name, one)
    const whole: AnyCollection = {
      ...stored,
      get: async (where) => (await stored.find(where, { most: 1 }))[0] ?? null,
      count: async (where) => (await stored.page(where, { limit: 0 })).total,
      add: async (item) => (await stored.insert([item])).length > 0,
      put: async (item) => void (await stored.insert([item], true)),
    }
    return [name, whole]
  })
  return Object.fromEntries(made) as CollectionsOf<Spec>
}
