import type { z } from 'zod'

/** The values that records must have; a list matches each of its values. */
export type Where<Item> = {
  readonly [Field in keyof Item]?: Item[Field] | ReadonlyArray<Item[Field]>
}

/** Records of one kind, in the order in which they were added. */
export interface Collection<Item> {
  find(where?: Where<Item>): Promise<Array<Item>>
  /** The first record that matches. */
  get(where: Where<Item>): Promise<Item | null>
  /** Adds a record. False, without a change, when there is one with its key. */
  add(item: Item): Promise<boolean>
  /** Sets values of the records that match. Resolves with their number. */
  update(where: Where<Item>, values: Partial<Item>): Promise<number>
  /** Removes the records that match. Resolves with their number. */
  remove(where: Where<Item>): Promise<number>
}

/**
 * A kind of records, and where each engine stores it. The files have it as a list by the name of
 * the collection.
 */
export interface CollectionSpec {
  record: z.ZodObject
  /** The field whose value no two records share. */
  key: string
  /** The table in PostgreSQL. Its columns are the fields in snake case. */
  table: string
  /** The column by which the table is ordered as the records were added. */
  order: string
  /** The field with the key of the owner. */
  owner?: string
  /** Columns that PostgreSQL needs besides the fields. */
  columns?: (item: Record<string, unknown>) => Record<string, unknown>
}

/** Collections that change together. */
export interface RecordsSpec {
  /** By name. */
  collections: Readonly<Record<string, CollectionSpec>>
  /**
   * The name of the collection to which records of the others belong. A transaction locks its
   * table.
   */
  owners: string
  /** The field of the file with the next id of an owner, and the sequence of PostgreSQL. */
  ids: { field: string; sequence: string }
  /** A setting that is on or off: the field of the file, and its table of at most one row. */
  flag: { field: string; table: string }
}

type ItemOf<Spec extends RecordsSpec, Name extends keyof Spec['collections']> = z.infer<
  Spec['collections'][Name]['record']
>

export type CollectionsOf<Spec extends RecordsSpec> = {
  readonly [Name in keyof Spec['collections']]: Collection<ItemOf<Spec, Name>>
}

/** A record, its owner, and whether the flag is set. */
export interface Owned<Item, Owner> {
  item: Item
  owner: Owner
  isFlagSet: boolean
}

/** The records while a transaction runs. */
export type Transaction<Spec extends RecordsSpec> = CollectionsOf<Spec> & {
  /** A new id for an owner. */
  nextId(): Promise<number>
}

/**
 * Collections in files or in a database. Each call is atomic; a change is stored when its call
 * resolves.
 */
export type Records<Spec extends RecordsSpec> = CollectionsOf<Spec> & {
  /**
   * Runs `work`, one transaction after the other. When it rejects, nothing is changed. It may run
   * again after a conflict.
   */
  transaction<Result>(work: (records: Transaction<Spec>) => Promise<Result>): Promise<Result>
  /** The record with a key, with its owner, by one query. Null without either. */
  getOwned<Name extends keyof Spec['collections'] & string>(
    name: Name,
    key: string,
  ): Promise<Owned<ItemOf<Spec, Name>, ItemOf<Spec, Spec['owners']>> | null>
  /** Whether an id was ever given. */
  isUsed(): Promise<boolean>
  isFlagSet(): Promise<boolean>
  setFlag(isSet: boolean): Promise<void>
  /** Resolves when all writes are done. */
  close(): Promise<void>
}

/** Makes a collection for each kind of a specification. */
export function collectionsOf<Spec extends RecordsSpec>(
  spec: Spec,
  collection: (
    name: string,
    spec: CollectionSpec,
  ) => Omit<Collection<Record<string, unknown>>, 'get'>,
): CollectionsOf<Spec> {
  const made = Object.entries(spec.collections).map(([name, one]) => {
    const stored = collection(name, one)
    const get = async (where: Where<Record<string, unknown>>) =>
      (await stored.find(where))[0] ?? null
    return [name, { ...stored, get }]
  })
  return Object.fromEntries(made) as CollectionsOf<Spec>
}
