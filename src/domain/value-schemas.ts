import { z } from 'zod'

/** A number of things. */
export const count = z.int().min(0)

/** An id, or the number of things where there is one at least. */
export const positiveInt = z.int().positive()

/** A moment, as ISO 8601 writes it. */
export const instant = z.iso.datetime()

/** The name of an object of git: a commit, or the revision of a file. */
export const gitHash = (message?: string) => z.string().regex(/^[0-9a-f]{40}$/, message)

export const revision = gitHash('A revision is the id that an answer carried')
export const namedCommit = gitHash('A commit is named by its 40 digits')
