import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isSoundAddress, soundTitle } from '#domain/sound.ts'
import { newIdempotencyKey } from '../../../api/admin-call.ts'
import { messageOf } from '../../../api/refusal.ts'
import { uploadMedia } from '../../../api/upload-media.ts'
import { withWayOut } from '../../shell/show-failure.ts'
import { useStoredUpload } from '../../shell/upload-place.ts'
import { useAbortable } from '../../shell/use-abortable.ts'
import { type AnalyzedPicture, nameOf } from './analysis-source.ts'
import { refreshPictures } from './media-queries.ts'
import { readAddress } from './picture-address.ts'
import { isSoundFile, problemOfFile, problemOfMedium } from './picture-file.ts'
import { useUpload } from './use-upload.ts'

/** A picture as inserted into a text or a field. */
export interface UsedPicture {
  url: string
  alt: string
}

/** Whether a chosen file or address is a sound. */
export const isSound = (picture: AnalyzedPicture): boolean =>
  picture.kind === 'file' ? isSoundFile(picture.file) : isSoundAddress(picture.url)

/** The source of a picture. */
export type PictureTab = 'upload' | 'url' | 'existing'

type PictureWork =
  | { kind: 'idle' | 'copying' }
  | { kind: 'uploading'; part: number }
  | { kind: 'failed'; message: string }

/** The choice in each tab of the picture dialog. */
export type PictureChoice = ReturnType<typeof usePictureChoice>

/**
 * The choice in each tab of the picture dialog, and its use: `onUse` gets the picture when it can
 * be used. `mayWait`: a file that cannot be uploaded now waits in this device's queue. `field`: the
 * draft's field that the picture is for. `sounds`: sounds can be chosen too.
 */
export function usePictureChoice(
  tab: PictureTab,
  { mayWait, field, sounds }: { mayWait: boolean; field: string | undefined; sounds: boolean },
  onUse: (picture: UsedPicture) => void,
) {
  const queries = useQueryClient()
  const upload = useUpload()
  const stored = useStoredUpload(field)
  const [file, setFile] = useState<File | null>(null)
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [copy, setCopy] = useState(false)
  const [existing, setExisting] = useState<string | null>(null)
  const [alts, setAlts] = useState<Partial<Record<PictureTab, string>>>({})
  const { work, setWork, start, stop } = usePictureWork()
  const key = useRef(newIdempotencyKey())

  const address = readAddress(typed, location.origin)
  const url = tab === 'existing' ? existing : 'url' in address ? address.url : null
  const uploaded: AnalyzedPicture | null = file && { kind: 'file', file }
  const addressed: AnalyzedPicture | null = url === null ? null : { kind: 'address', url }
  const picture = tab === 'upload' ? uploaded : addressed
  // A sound without a title gets the name of its file.
  const alt = alts[tab] || (picture && isSound(picture) ? soundTitle(nameOf(picture)) : '')
  const problemOf = sounds ? problemOfMedium : problemOfFile
  const busy = work.kind === 'uploading' || work.kind === 'copying'

  /** Resets the texts and errors for a new picture. */
  function another(of: PictureTab) {
    key.current = newIdempotencyKey()
    setAlts((all) => ({ ...all, [of]: '' }))
    setWork({ kind: 'idle' })
  }

  async function copyOf(url: string, signal: AbortSignal, key: string) {
    const copied = await uploadMedia({ body: { url }, signal, key })
    void refreshPictures(queries)
    return copied.url
  }

  const use = (address: string) => onUse({ url: address, alt: alt.trim() })

  return {
    tab,
    file,
    fileProblem,
    typed,
    address,
    copy,
    existing,
    sounds,
    alt,
    work,
    busy,
    picture,

    /** Takes the first picture among chosen, dropped or pasted files. */
    takeFiles(files: ReadonlyArray<File>) {
      const good = files.find((one) => problemOf(one) === null)
      setFileProblem(good || !files[0] ? null : problemOf(files[0]))
      if (!good) return
      setFile(good)
      another('upload')
    },
    type(text: string) {
      setTyped(text)
      another('url')
    },
    setCopy,
    pick(url: string) {
      setExisting(url)
      if (url !== existing) another('existing')
    },
    setAlt: (words: string) => setAlts((all) => ({ ...all, [tab]: words })),

    /** Uses the choice, after an upload or copy if needed. */
    use(copying = copy): void {
      if (!picture || busy) return
      const attempt = key.current
      if (picture.kind === 'file') {
        const sent = { key: attempt, file: picture.file, alt: alt.trim() }
        const onProgress = (part: number) =>
          setWork((now) => (now.kind === 'uploading' ? { ...now, part } : now))
        const send = (signal: AbortSignal) =>
          stored(sent, () => upload({ ...sent, signal, onProgress, mayWait }))
        start({ kind: 'uploading', part: 0 }, send, use)
      } else if (tab === 'url' && address.kind === 'foreign' && (copying || !address.shown))
        start({ kind: 'copying' }, (signal) => copyOf(picture.url, signal, attempt), use)
      else use(picture.url)
    },
    /** Cancels running requests and clears errors. */
    stop() {
      stop()
      // The server may have stored the picture anyway; the next attempt has its own key.
      key.current = newIdempotencyKey()
    },
  }
}

/** What is being sent for a picture. */
function usePictureWork() {
  const [work, setWork] = useState<PictureWork>({ kind: 'idle' })
  const { run, abort } = useAbortable()
  return {
    work,
    setWork,
    /** Sends, and passes the address of what was stored to `onDone`. */
    start(
      next: PictureWork,
      send: (signal: AbortSignal) => Promise<string>,
      onDone: (url: string) => void,
    ) {
      setWork(next)
      void run(send, onDone, (error) => {
        console.error(error)
        setWork({ kind: 'failed', message: withWayOut(messageOf(error), error) })
      })
    },
    stop() {
      abort()
      setWork({ kind: 'idle' })
    },
  }
}
