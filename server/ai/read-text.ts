import { createRequire } from 'node:module'
import path from 'node:path'
import type { Worker } from 'tesseract.js'
import type { Picture } from './picture.ts'
import type { PictureLook } from './picture-look.ts'

/** Reads the text in pictures. */
export interface TextReader {
  /** The words of a picture in lines, as far as they can be read with confidence. Rejects when reading fails or takes too long. */
  read(picture: Picture, look: PictureLook, signal: AbortSignal): Promise<Array<string>>
  close(): Promise<void>
}

/** In percent, by the reader's own account. */
const confidence = 50
/** Small letters are read once they are made larger; more pixels than that only take time. */
const enlarged = { most: 2, side: 1800 } as const
const longestSide = 2000
/** Letters in a photo are large or can't be read anyway, and its grain is searched for them at great cost. */
const longestPhotoSide = 800

/**
 * Creates a reader that works offline: language data come from a package. It reads one picture at a time. Its thread starts with the first one
 * and ends when nothing was read for `idleMs`.
 */
export function createTextReader({
  idleMs = 60_000,
  limitMs = 20_000,
}: {
  idleMs?: number
  limitMs?: number
} = {}): TextReader {
  let worker: Promise<Worker> | null = null
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    const ending = worker
    worker = null
    clearTimeout(idle)
    // A thread that never started has nothing to end.
    await ending?.then((started) => started.terminate()).catch(() => null)
  }

  async function readNow(picture: Picture, look: PictureLook, signal: AbortSignal): Promise<Array<string>> {
    signal.throwIfAborted()
    clearTimeout(idle)
    const image = await readableImage(picture, look)
    worker ??= startWorker()
    const started = worker
    try {
      const lines = await within(
        limitMs,
        signal,
        // A thread that was ended meanwhile would throw where nobody can catch it.
        started.then((thread) => (worker === started ? recognize(thread, image) : [])),
      )
      idle = setTimeout(end, idleMs).unref()
      return lines
    } catch (error) {
      // What it still does is for nobody, and a thread in trouble is not asked again.
      await end()
      throw error
    }
  }

  return {
    read(picture, look, signal) {
      const reading = last.then(() => readNow(picture, look, signal))
      last = reading.catch(() => null)
      return reading
    },
    close: end,
  }
}

async function startWorker(): Promise<Worker> {
  const { createWorker, OEM } = await import('tesseract.js')
  const data = path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'))
  return createWorker('eng', OEM.LSTM_ONLY, {
    langPath: path.join(data, '4.0.0_best_int'),
    // Without this it would write the language data into the folder the server was started in.
    cacheMethod: 'none',
    // It would throw where nobody can catch it; the promise rejects with the same error.
    errorHandler: () => {},
  })
}

/** Dark letters on a light ground, large enough. */
async function readableImage(picture: Picture, { dark, kind }: PictureLook): Promise<Buffer> {
  const side = Math.max(picture.width, picture.height)
  const scale =
    kind === 'photo'
      ? Math.min(1, longestPhotoSide / side)
      : Math.min(longestSide / side, enlarged.most, Math.max(1, enlarged.side / side))
  const gray = picture
    .pixels()
    .resize({ width: Math.max(1, Math.round(picture.width * scale)), kernel: 'cubic' })
    .greyscale()
    .normalise()
  // Without a density the engine guesses one and says so on the console.
  return (dark ? gray.negate() : gray).withMetadata({ density: 96 }).png({ compressionLevel: 1 }).toBuffer()
}

async function recognize(worker: Worker, image: Buffer): Promise<Array<string>> {
  const { data } = await worker.recognize(image, {}, { blocks: true, text: false })
  const lines = (data.blocks ?? []).flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines))
  return lines
    .map((line) =>
      line.words
        .filter((word) => word.confidence >= confidence && /[\p{L}\p{N}]/u.test(word.text))
        .map((word) => word.text)
        .join(' '),
    )
    .filter((line) => line !== '')
}

function within<Result>(limitMs: number, signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Reading the text took more than ${limitMs} ms.`)), limitMs)
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    })
  })
}
