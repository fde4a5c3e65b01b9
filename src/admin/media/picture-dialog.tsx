import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { newIdempotencyKey } from '../../api/admin-request.ts'
import { copyPicture, uploadPicture } from '../../api/media.ts'
import { reasonOf } from '../../api/request.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { unreachable } from '../shell/sign-in-rules.ts'
import type { AnalyzedPicture } from './analysis-source.ts'
import { ChosenPicture } from './chosen-picture.tsx'
import { ExistingTab } from './existing-tab.tsx'
import { refreshPictures, usePicturePages } from './media-queries.ts'
import { readAddress } from './picture-address.ts'
import { UploadProgress } from './upload-progress.tsx'
import { UploadTab } from './upload-tab.tsx'
import { UrlTab } from './url-tab.tsx'

/** A picture as it goes into a text or a field. */
export interface UsedPicture {
  url: string
  alt: string
}

type Tab = 'upload' | 'url' | 'existing'

type Work =
  | { kind: 'idle' }
  | { kind: 'uploading'; part: number }
  | { kind: 'copying' }
  | { kind: 'failed'; message: string }

/**
 * Chooses one picture: a new one, one elsewhere or one of the library. `existing` is there only when the library holds any (specification, section 2). Lies
 * outside the form around it, so that Enter sends nothing there.
 */
export function PictureDialog({
  title,
  intro,
  first,
  useLabel,
  text,
  onUse,
  onClose,
}: {
  title: string
  intro?: string
  /** The tab that is shown first. */
  first: 'upload' | 'existing'
  /** The words of the button that uses the picture. */
  useLabel: string
  /** The text in which the picture will stand. */
  text?: string
  onUse: (picture: UsedPicture) => void
  onClose: () => void
}) {
  const queries = useQueryClient()
  const [q, setQ] = useState('')
  const library = usePicturePages(q)
  const [chosenTab, setTab] = useState<Tab | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [typed, setTyped] = useState('')
  const [copy, setCopy] = useState(false)
  const [existing, setExisting] = useState<string | null>(null)
  const [alts, setAlts] = useState<Record<Tab, string>>({ upload: '', url: '', existing: '' })
  const [work, setWork] = useState<Work>({ kind: 'idle' })
  const key = useRef(newIdempotencyKey())
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const busy = work.kind === 'uploading' || work.kind === 'copying'
  const known = library.data?.pages[0]?.total ?? 0
  const hasLibrary = q !== '' || known > 0 || library.isError || (library.isPending && first === 'existing')
  const tab: Tab = chosenTab ?? (first === 'existing' && hasLibrary ? 'existing' : 'upload')
  const address = readAddress(typed, location.origin)
  const picture = chosenPicture()
  const alt = alts[tab].trim()

  function chosenPicture(): AnalyzedPicture | null {
    if (tab === 'upload') return file && { kind: 'file', file }
    if (tab === 'existing') return existing === null ? null : { kind: 'address', url: existing }
    return address.kind === 'own' || address.kind === 'foreign' ? { kind: 'address', url: address.url } : null
  }

  /** Another picture than before: its words are not the other one's, and neither is what went wrong. */
  function another(of: Tab) {
    key.current = newIdempotencyKey()
    setAlts((all) => ({ ...all, [of]: '' }))
    setWork({ kind: 'idle' })
  }

  async function store(store: (signal: AbortSignal) => Promise<{ url: string }>) {
    const abort = new AbortController()
    running.current = abort
    try {
      const { url } = await store(abort.signal)
      if (abort.signal.aborted) return
      void refreshPictures(queries)
      onUse({ url, alt })
    } catch (error) {
      if (abort.signal.aborted) return
      console.error(error)
      setWork({ kind: 'failed', message: reasonOf(error) ?? unreachable })
    }
  }

  function confirm(copying = copy) {
    if (!picture || busy) return
    if (picture.kind === 'file') {
      setWork({ kind: 'uploading', part: 0 })
      const onProgress = (part: number) => setWork((now) => (now.kind === 'uploading' ? { ...now, part } : now))
      return store((signal) => uploadPicture(picture.file, { signal, onProgress, key: key.current }))
    }
    if (tab !== 'url' || address.kind !== 'foreign' || !copying) return onUse({ url: picture.url, alt })
    setWork({ kind: 'copying' })
    return store((signal) => copyPicture(picture.url, { signal, key: key.current }))
  }

  function cancelWork() {
    running.current?.abort()
    // What was sent may be stored all the same; the next attempt is one of its own.
    key.current = newIdempotencyKey()
    setWork({ kind: 'idle' })
  }

  const chosen = picture && (
    <ChosenPicture
      picture={picture}
      text={text}
      alt={alts[tab]}
      disabled={busy}
      onAlt={(words) => setAlts((all) => ({ ...all, [tab]: words }))}
    />
  )
  const tabs = [
    {
      id: 'upload',
      label: 'Upload',
      panel: (
        <div className="grid gap-4">
          <UploadTab
            file={file}
            disabled={busy}
            onFile={(taken) => {
              setFile(taken)
              another('upload')
            }}
          />
          {chosen}
        </div>
      ),
    },
    {
      id: 'url',
      label: 'URL',
      panel: (
        <div className="grid gap-4">
          <UrlTab
            typed={typed}
            address={address}
            copy={copy}
            disabled={busy}
            onType={(text) => {
              setTyped(text)
              another('url')
            }}
            onCopy={setCopy}
          />
          {chosen}
        </div>
      ),
    },
    ...(hasLibrary
      ? [
          {
            id: 'existing',
            label: 'Existing Media',
            panel: (
              <div className="picture-library">
                <ExistingTab
                  pages={library}
                  q={q}
                  chosen={existing}
                  onSearch={setQ}
                  onChoose={({ url }) => {
                    setExisting(url)
                    if (url !== existing) another('existing')
                  }}
                />
                {chosen}
              </div>
            ),
          },
        ]
      : []),
  ]

  return createPortal(
    <Dialog title={title} className="dialog-form picture-dialog" mayClose={() => !busy} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void confirm()
        }}
      >
        {intro && <p className="mb-3 text-small text-soft">{intro}</p>}
        <Tabs
          label="Where the image comes from"
          tabs={tabs}
          value={tab}
          onChange={(id) => {
            if (busy) return
            setTab(id as Tab)
            setWork({ kind: 'idle' })
          }}
        />
        <div className="dialog-foot">
          {work.kind === 'uploading' && <UploadProgress name={file?.name ?? ''} part={work.part} />}
          {work.kind === 'failed' && (
            <p className="notice" data-tone="danger" role="alert">
              {work.message}
              {tab === 'url' && (
                <Button size="sm" onClick={() => void confirm(false)}>
                  Use it from its address
                </Button>
              )}
            </p>
          )}
          <DialogActions>
            {busy ? (
              <Button onClick={cancelWork}>{work.kind === 'copying' ? 'Cancel Copying' : 'Cancel Upload'}</Button>
            ) : (
              <Button onClick={onClose}>Cancel</Button>
            )}
            <Button
              type="submit"
              variant="primary"
              disabled={!picture}
              pending={busy}
              pendingText={work.kind === 'copying' ? 'Copying...' : 'Uploading...'}
            >
              {work.kind === 'failed' ? 'Try Again' : useLabel}
            </Button>
          </DialogActions>
        </div>
      </form>
    </Dialog>,
    document.body,
  )
}
