import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder of the project. */
export const root = path.dirname(import.meta.dirname)

/** A source that is no test. */
export const sourceFile = /(?<!\.test)\.tsx?$/

/** The files in a folder of the project, by the end of their names. */
export const filesIn = (folder: string, ending = /\.tsx?$/) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name))
    .filter((file) => ending.test(file))

/** The text of a file of the project. */
export const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
