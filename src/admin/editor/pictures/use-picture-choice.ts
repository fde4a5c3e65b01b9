import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isSoundAddress, soundTitle } from '#domain/sound.ts'
import { waitingAddress } from '#domain/waiting-picture.ts'
import { newIdempotencyKey } from '../../../api/admin-call.ts'
import { messageOf } from '../../../api/refusal.ts'
import { uploadMedia } from '../../../api/upload-media.ts'
import { useQueueLost } from '../../editing/use-write.ts'
import { withWayOut } from '../../shell/on-the-server.ts'
import { useStoredUpload } from '../../shell/upload-place.ts'
import { useAbortable } from '../../shell/use-abortable.ts'
import { type AnalyzedPicture, nameOf } from './analysis-source.ts'
import { refreshPictures } from './media-queries.ts'
import { readAddress } from './picture-address.ts'
import { isSoundFile, problemOfFile, problemOfMedium } from './picture-file.ts'
import { uploadEntry } from './use-uploads.ts'

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

export type PictureWork =
  | { kind: 'idle' }
  | { kind: 'uploading'; part: number }
  | { kind: 'copying' }
  | { kind: 'failed'; message: string }

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
  const queueLost = useQueueLost()
  const stored = useStoredUpload(field)
  const [file, setFile] = useState<File | null>(null)
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [copy, setCopy] = useState(false)
  const [existing, setExisting] = useState<string | null>(null)
  const [alts, setAlts] = useState<Record<PictureTab, string>>({
    upload: '',
    url: '',
    existing: '',
  })
  const [work, setWork] = useState<PictureWork>({ kind: 'idle' })
  const key = useRef(newIdempotencyKey())
  const { run, abort } = useAbortable()

  const busy = work.kind === 'uploading' || work.kind === 'copying'
  const address = readAddress(typed, location.origin)
  const picture = chosenPicture()
  // A sound without a title gets the name of its file.
  const alt = alts[tab] || (picture && isSound(picture) ? soundTitle(nameOf(picture)) : '')
  const problemOf = sounds ? problemOfMedium : problemOfFile

  function chosenPicture(): AnalyzedPicture | null {
    if (tab === 'upload') return file && { kind: 'file', file }
    if (tab === 'existing') return existing === null ? null : { kind: 'address', url: existing }
    return address.kind === 'own' || address.kind === 'foreign'
      ? { kind: 'address', url: address.url }
      : null
  }

  /** Resets the texts and errors for a new picture. */
  function another(of: PictureTab) {
    key.current = newIdempotencyKey()
    setAlts((all) => ({ ...all, [of]: '' }))
    setWork({ kind: 'idle' })
  }

  async function store(send: (signal: AbortSignal) => Promise<{ url: string }>) {
    const use = ({ url }: { url: string }) => {
      void refreshPictures(queries)
      onUse({ url, alt: alt.trim() })
    }
    await run(send, use, async (error) => {
      if (
        mayWait &&
        picture?.kind === 'file' &&
        (await queueLost(error, uploadEntry(key.current, picture.file)))
      )
        return onUse({ url: waitingAddress(key.current), alt: alt.trim() })
      console.error(error)
      setWork({ kind: 'failed', message: withWayOut(messageOf(error), error) })
    })
  }

  return {
    file,
    fileProblem,
    typed,
    address,
    copy,
    existing,
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
      if (picture.kind === 'file') {
        setWork({ kind: 'uploading', part: 0 })
        const onProgress = (part: number) =>
          setWork((now) => (now.kind === 'uploading' ? { ...now, part } : now))
        const { file } = picture
        void stored({ key: key.current, file, alt: alt.trim() }, () =>
          store((signal) => uploadMedia({ form: { file }, signal, onProgress, key: key.current })),
        )
      } else if (tab === 'url' && address.kind === 'foreign' && (copying || !address.shown)) {
        setWork({ kind: 'copying' })
        void store((signal) =>
          uploadMedia({ body: { url: picture.url }, signal, key: key.current }),
        )
      } else onUse({ url: picture.url, alt: alt.trim() })
    },
    /** Cancels running requests and clears errors. */
    stop() {
      abort()
      // The server may have stored the picture anyway; the next attempt has its own key.
      key.current = newIdempotencyKey()
      setWork({ kind: 'idle' })
    },
  }
}
