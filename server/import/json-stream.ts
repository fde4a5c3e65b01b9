import { JSONParser } from '@streamparser/json'
import { messageOf } from '../platform/errors.ts'
import type { ComplainAt } from './reader.ts'
import type { SourceFolder } from './source-folder.ts'

/** A value found in a large JSON file, with the line on which it ends. */
interface JsonPart {
  key: string
  value: unknown
  line: number
}

/**
 * Reads the values at some paths of a JSON file (`$.db.*.data.posts.*`) one after the other; the
 * rest is not held in memory. Of a file that is cut off or broken, the values before the fault are
 * read, and the fault is reported with its place.
 */
export async function* jsonParts(
  folder: SourceFolder,
  file: string,
  paths: Array<string>,
  complain: ComplainAt,
): AsyncGenerator<JsonPart> {
  const ready: Array<JsonPart> = []
  let line = 1
  let isEnded = false
  const parser = new JSONParser({ paths, keepStack: true, stringBufferSize: 64 * 1024 })
  let fault: unknown = null
  parser.onValue = ({ value, stack, parent }) => {
    const names = stack.map(({ key }) => key).filter((key) => typeof key === 'string')
    ready.push({ key: String(names.at(-1) ?? ''), value, line })
    // The parser would keep what it has read.
    if (Array.isArray(parent)) parent.length = 0
  }
  parser.onError = (error) => {
    fault = error
  }
  parser.onEnd = () => {
    isEnded = true
  }
  let position = 0
  for await (const chunk of folder.stream(file)) {
    const bytes = chunk as Buffer
    // By lines, so that the place of each value is known.
    for (let from = 0; from < bytes.length && fault === null; ) {
      const feed = bytes.indexOf(10, from)
      const end = feed < 0 ? bytes.length : feed + 1
      try {
        parser.write(bytes.subarray(from, end))
      } catch (error) {
        fault ??= error
      }
      while (ready.length > 0) yield ready.shift() as JsonPart
      position += end - from
      from = end
      if (feed >= 0 && fault === null) line += 1
    }
    if (fault !== null) break
  }
  const place = `${file}:${line}, byte ${position}`
  if (fault !== null)
    complain(place, `Broken JSON: ${messageOf(fault)}. What is behind it is left out`)
  else if (!isEnded) complain(place, 'The file is cut off: its end is missing')
}
