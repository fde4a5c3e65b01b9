import { randomUUID } from 'node:crypto'
import { askGit, linesOf, updateRef } from '../program/local-git.ts'
import type { Repository } from '../read/open-repository.ts'
import type { Remote } from '../remote/remote.ts'
import { asSaveError } from '../through/save-later.ts'

/** A text of a person that is in no commit; `device` and `name` are hexadecimal digits. */
export interface DraftRef {
  person: number
  device: string
  name: string
}

const root = 'refs/drafts'
const folderOf = (person: number) => `${root}/${person}`
const storeName = (person: number) => `${folderOf(person)}/store`
const refName = ({ person, device, name }: DraftRef) => `${folderOf(person)}/${device}/${name}`

/** Where the refs are: in the repository of the content, or at the remote. */
interface RefPlace {
  /** Brings those below a folder here. */
  refresh(folder: string): Promise<void>
  /** Sets a ref to a blob that the repository has. */
  set(name: string, id: string): Promise<void>
  /** Deletes a ref that has this id. */
  remove(name: string, id: string): Promise<void>
}

/** The refs of the repository, which no clone, fetch or push of a branch takes along. */
const refsHere = (repository: Repository): RefPlace => ({
  refresh: async () => {},
  set: async (name, id) => void (await updateRef(repository, [name, id])),
  remove: async (name, id) => void (await updateRef(repository, ['-d', name, id])),
})

/** The refs of a remote whose clones can be thrown away. */
export const refsAt = (remote: Pick<Remote, 'pushRef' | 'fetchRefs'>): RefPlace => ({
  refresh: (folder) => remote.fetchRefs(folder),
  set: (name, id) => remote.pushRef(name, id),
  remove: (name) => remote.pushRef(name, null),
})

/**
 * Texts of people that are not saved yet, each a blob under a ref of its own outside of the
 * branches: git's gc keeps it as long as the ref is there. Throws a RepositoryError, or an error of
 * `save-later.ts` when the remote can't be reached.
 */
export function createDraftRefs(repository: Repository, place = refsHere(repository)) {
  async function idsBelow(folder: string): Promise<Array<[name: string, id: string]>> {
    const args = ['for-each-ref', '--format=%(refname) %(objectname)', folder]
    return linesOf(await askGit(repository, args)).map((line) => {
      const [name = '', id = ''] = line.split(' ')
      return [name, id]
    })
  }

  async function removeBelow(person: number, folder: string, id?: string): Promise<void> {
    await place.refresh(folderOf(person))
    for (const [name, present] of await idsBelow(folder))
      if (id === undefined || id === present) await place.remove(name, present)
  }

  async function write(name: string, text: string): Promise<string> {
    const options = { input: text }
    const { stdout } = await askGit(repository, ['hash-object', '-w', '--stdin'], options)
    const id = stdout.trim()
    await place.set(name, id)
    return id
  }

  return {
    /**
     * The texts of a person, with the ids of their blobs. `store` is the same as long as all refs
     * of the person stay where they are; null before the first one.
     */
    list: (person: number) =>
      reachable(async () => {
        await place.refresh(folderOf(person))
        const refs = await idsBelow(folderOf(person))
        const texts = refs.filter(([name]) => name !== storeName(person))
        return {
          store: refs.find(([name]) => name === storeName(person))?.[1] ?? null,
          texts: await Promise.all(
            texts.map(async ([, id]) => ({
              id,
              text: (await repository.objects.read(id, 'blob')).toString(),
            })),
          ),
        }
      }),
    /** Stores a text in place of the one before. Resolves with its id when it is on the disk. */
    put: (ref: DraftRef, text: string): Promise<string> =>
      reachable(async () => {
        const store = storeName(ref.person)
        const isKnown = async () => (await idsBelow(store)).length > 0
        if (!(await isKnown())) {
          // Another server may have written it.
          await place.refresh(folderOf(ref.person))
          if (!(await isKnown())) await write(store, randomUUID())
        }
        return write(refName(ref), text)
      }),
    /** Removes a text; with an id, only while it is that one. */
    remove: (ref: DraftRef, id?: string) =>
      reachable(() => removeBelow(ref.person, refName(ref), id)),
    /** Removes all texts of a person. */
    removeAll: (person: number) => reachable(() => removeBelow(person, folderOf(person))),
  }
}

async function reachable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw asSaveError(error)
  }
}
