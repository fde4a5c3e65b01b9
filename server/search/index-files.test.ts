import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sampleDocuments } from '../../tests/sample-documents.ts'
import { temporaryFolder } from '../../tests/temp-repository.ts'
import { createEngine } from './engine.ts'
import { readManifest, readParts, writeIndex } from './index-files.ts'

const folder = await temporaryFolder()
afterAll(() => folder[Symbol.asyncDispose]())

const engine = createEngine()
for (const document of sampleDocuments) engine.put(document)

const manifest = () => path.join(folder.path, 'manifest.json')
const mapFile = async () =>
  path.join(
    folder.path,
    (await readdir(folder.path)).find((file) => file.includes('.map')) as string,
  )

/** Every way to damage the files of an index, and the expected reason. */
const harms: ReadonlyArray<readonly [string, RegExp, () => Promise<unknown>]> = [
  [
    'a manifest cut short',
    /manifest is damaged/,
    async () => writeFile(manifest(), (await readFile(manifest())).subarray(0, -9)),
  ],
  ['a changed manifest', /manifest is damaged/, () => replaceIn(manifest(), '"id":2', '"id":9')],
  [
    'a manifest that is a folder',
    /manifest can't be read/,
    async () => {
      await rm(manifest())
      await mkdir(manifest())
    },
  ],
  ['a part that is missing', /is missing|can't be read/, async () => rm(await mapFile())],
  [
    'a part cut short',
    /is damaged/,
    async () => writeFile(await mapFile(), (await readFile(await mapFile())).subarray(0, 100)),
  ],
  [
    'a part with one other letter',
    /is damaged/,
    async () => replaceIn(await mapFile(), 'warp', 'wasp'),
  ],
  ['another file in place of a part', /is damaged/, async () => cp(manifest(), await mapFile())],
  [
    'another format',
    /format 99, not/,
    () => reseal((text) => text.replace('"format":6', '"format":99')),
  ],
  [
    'another FlexSearch',
    /FlexSearch 0\.7\.0 wrote it/,
    () => reseal((text) => text.replace(/"flexsearch":"[^"]+"/, '"flexsearch":"0.7.0"')),
  ],
  [
    'other rules',
    /built by other rules/,
    () => reseal((text) => text.replace(/"config":"[^"]+"/, '"config":"0000000000000000"')),
  ],
]

async function replaceIn(file: string, from: string, to: string) {
  const text = await readFile(file, 'utf8')
  expect(text).toContain(from)
  await writeFile(file, text.replace(from, to))
}

async function reseal(change: (text: string) => string) {
  const text = change((await readFile(manifest(), 'utf8')).slice(65, -1))
  await writeFile(manifest(), `${createHash('sha256').update(text).digest('hex')}\n${text}\n`)
}

async function readWhole() {
  const { parts } = (await readManifest(folder.path, 'en'))!
  await readParts(folder.path, parts, () => {})
}

test.each(harms)(
  'an index with %s is unusable, and the reason says so',
  async (_harm, reason, harm) => {
    await rm(folder.path, { recursive: true })
    await writeIndex(folder.path, engine.export(), 'en')
    await harm()
    await expect(readWhole()).rejects.toThrow(reason)
  },
)
