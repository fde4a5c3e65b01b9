import type { z } from 'zod'
import { openDurableStore } from '../platform/durable-store.ts'
import {
  type Collection,
  collectionsOf,
  type Records,
  type RecordsSpec,
  type Where,
} from './records.ts'

type Item = Record<string, unknown>

/** Whether a record has the values of a condition. */
const matches = (where: Where<Item>) => (item: Item) =>
  Object.entries(where).every(([field, value]) =>
    Array.isArray(value) ? value.includes(item[field]) : item[field] === value,
  )

/** Opens the collections of one JSON file: each is a list under its name. Throws UnreadableFile. */
export async function embeddedRecords<Spec extends RecordsSpec>(
  spec: Spec,
  options: { file: string; schema: z.ZodType<object>; empty: object },
): Promise<Records<Spec>> {
  const store = await openDurableStore(options)
  type Data = { [field: string]: unknown }
  const field = (data: object, name: string) => (data as Data)[name]
  const set = (data: object, name: string, value: unknown) => Object.assign(data, { [name]: value })

  const isFlagSet = () => field(store.data, spec.flag.field) === true

  /** A collection of the data that `read` returns; `change` alters it. */
  function collection(
    name: string,
    key: string,
    read: () => object,
    change: <Result>(alter: (data: object) => Result) => Promise<Result>,
  ): Omit<Collection<Item>, 'get'> {
    const listIn = (data: object) => field(data, name) as Array<Item>
    /** Nothing is written without a record that matches. */
    const changeFound = async (where: Where<Item>, alter: (data: object) => number) =>
      listIn(read()).some(matches(where)) ? change(alter) : 0
    return {
      find: async (where = {}) => listIn(read()).filter(matches(where)),
      add: (item) =>
        change((data) => {
          if (listIn(data).some((other) => other[key] === item[key])) return false
          listIn(data).push(item)
          return true
        }),
      update: (where, values) =>
        changeFound(where, (data) => {
          const found = listIn(data).filter(matches(where))
          for (const item of found) Object.assign(item, values)
          return found.length
        }),
      remove: (where) =>
        changeFound(where, (data) => {
          const left = listIn(data).filter((item) => !matches(where)(item))
          const removed = listIn(data).length - left.length
          set(data, name, left)
          return removed
        }),
    }
  }

  return {
    ...collectionsOf(spec, (name, { key }) =>
      collection(name, key, () => store.data, store.change),
    ),
    transaction: (work) =>
      store.change((data) =>
        work({
          ...collectionsOf(spec, (name, { key }) =>
            collection(
              name,
              key,
              () => data,
              async (alter) => alter(data),
            ),
          ),
          async nextId() {
            const id = Number(field(data, spec.ids.field))
            set(data, spec.ids.field, id + 1)
            return id
          },
        }),
      ),
    async getOwned(name, key) {
      const find = (list: string, by = '', value: unknown) =>
        (field(store.data, list) as Array<Item>).find((one) => one[by] === value)
      const item = find(name, spec.collections[name]?.key, key)
      const ownerKey = item?.[spec.collections[name]?.owner ?? '']
      const owner = find(spec.owners, spec.collections[spec.owners]?.key, ownerKey)
      return owner ? ({ item, owner, isFlagSet: isFlagSet() } as never) : null
    },
    // A crash between the marker and the first record leaves registration closed, never open.
    isUsed: async () => store.wasMade,
    isFlagSet: async () => isFlagSet(),
    setFlag: async (isSet) => {
      await store.change((data) => set(data, spec.flag.field, isSet))
    },
    close: store.close,
  }
}
