import { useQueryClient } from '@tanstack/react-query'
import { Check, Copy, ExternalLink, ImageOff, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ListedPicture, PictureUse } from '#domain/media.ts'
import { shownAt } from '#domain/shown-at.ts'
import { isSoundAddress, soundFormat } from '#domain/sound.ts'
import { adminCall, newIdempotencyKey } from '../../api/admin-call.ts'
import { mediaPath, usesIn } from '../../api/media.ts'
import { messageOf } from '../../api/refusal.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { useShowUndoable } from '../editing/use-show-undoable.ts'
import { refreshPictures, usePicture } from '../editor/pictures/media-queries.ts'
import { pictureName } from '../editor/pictures/picture-address.ts'
import { fileSize } from '../editor/pictures/picture-file.ts'
import { extentOf } from '../editor/pictures/picture-tile.tsx'
import { Moment } from '../shell/moment.tsx'
import { withWayOut } from '../shell/show-failure.ts'
import { PictureUses } from './picture-uses.tsx'

/**
 * Details of a picture or sound: preview, size, uses, address, and deletion while no item uses it.
 */
export function PictureDetails({
  listed,
  onClose,
}: {
  listed: ListedPicture
  onClose: () => void
}) {
  const current = usePicture(listed)
  const [deleting, setDeleting] = useState(false)
  const picture = current.data ?? listed
  const { url, width, height, bytes, addedAt, usedBy, sound } = picture
  const name = pictureName(url)

  return (
    <>
      <Dialog title={name} className="dialog-form picture-dialog" onClose={onClose}>
        <div className="chosen-picture">
          <div className="picture-preview">
            <Preview picture={picture} />
          </div>
          <div className="grid content-start gap-4">
            <Address url={url} />
            <dl className="picture-facts">
              <div>
                <dt>Size</dt>
                <dd>
                  {sound
                    ? extentOf(picture)
                    : width === null
                      ? 'Damaged: the site can’t show it'
                      : `${width} × ${height} pixels`}
                  , {fileSize(bytes)}
                </dd>
              </div>
              {sound && (
                <div>
                  <dt>Sound</dt>
                  <dd>
                    {soundFormat[sound.format].name}
                    {sound.loudness !== null &&
                      `, ${sound.loudness.toFixed(1).replace('-', '−')} LUFS`}
                  </dd>
                </div>
              )}
              {addedAt && (
                <div>
                  <dt>Added</dt>
                  <dd>
                    <Moment instant={addedAt} />
                  </dd>
                </div>
              )}
              <div>
                <dt>Used in</dt>
                <dd>
                  {current.isError ? (
                    <span role="alert">{messageOf(current.error)}</span>
                  ) : (
                    <PictureUses usedBy={usedBy} />
                  )}
                </dd>
              </div>
            </dl>
            {current.data === null && (
              <p className="notice" data-tone="warn" role="alert">
                This file was deleted meanwhile.
              </p>
            )}
          </div>
        </div>
        <div className="dialog-foot">
          {usedBy.length > 0 && (
            <p className="text-tiny text-muted">
              {sound ? 'A sound' : 'A picture'} that is used can’t be deleted. Take it out of{' '}
              {usedBy.length === 1 ? 'what uses it' : 'all of them'} first.
            </p>
          )}
          <DialogActions className="">
            <Button
              variant="danger"
              className="me-auto"
              icon={<Trash2 />}
              disabled={usedBy.length > 0 || current.data === null}
              onClick={() => setDeleting(true)}
            >
              Delete
            </Button>
            <LinkButton href={url} target="_blank" rel="noreferrer" icon={<ExternalLink />}>
              Open
            </LinkButton>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </div>
      </Dialog>
      {deleting && (
        <DeletePicture url={url} onDeleted={onClose} onClose={() => setDeleting(false)} />
      )}
    </>
  )
}

/**
 * The address for use in texts, with a copy button. When the browser forbids copying, the address
 * is selected instead.
 */
function Address({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      setCopied(true)
    } catch (error) {
      console.error(error)
      field.current?.select()
      void showToast({
        title: 'Not copied',
        description:
          'The browser does not allow copying here. The address is selected: copy it with the keyboard.',
        variant: 'destructive',
      })
    }
  }

  return (
    <div className="flex items-end gap-2 [&>.form-field]:flex-1">
      <TextField
        ref={field}
        label="Address"
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <Button icon={copied ? <Check /> : <Copy />} onClick={() => void copy()}>
        <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
      </Button>
    </div>
  )
}

function Preview({ picture: { url, width, sound } }: { picture: ListedPicture }) {
  if (isSoundAddress(url) && sound)
    return (
      // biome-ignore lint/a11y/useMediaCaption: a sound of a few seconds without words
      <audio
        controls
        preload="metadata"
        src={url}
        className="w-full px-3"
        aria-label={pictureName(url)}
      />
    )
  if (width !== null) return <img src={shownAt(url, 960)} alt="" />
  return (
    <p className="picture-error">
      <ImageOff />
      No preview
    </p>
  )
}

/**
 * Confirms the deletion of a picture. The server refuses while items use it, and the dialog lists
 * them. The toast afterwards can undo.
 */
function DeletePicture({
  url,
  onDeleted,
  onClose,
}: {
  url: string
  onDeleted: () => void
  onClose: () => void
}) {
  const queries = useQueryClient()
  const showUndoable = useShowUndoable()
  const [usedBy, setUsedBy] = useState<ReadonlyArray<PictureUse>>([])

  async function remove() {
    let commit: string | null
    try {
      ;({ commit } = await adminCall('DELETE /api/media/{path}', {
        params: { path: mediaPath(url) },
        key: newIdempotencyKey(),
      }))
    } catch (error) {
      console.error(error)
      setUsedBy(usesIn(error))
      void refreshPictures(queries)
      throw new Error(withWayOut(messageOf(error), error))
    }
    onDeleted()
    const refresh = () => refreshPictures(queries)
    void refresh()
    const description = `${pictureName(url)} can be restored from Recently deleted.`
    showUndoable({ title: 'File deleted', description }, commit, refresh)
  }

  return (
    <ConfirmDialog
      title="Delete file"
      text={
        <>
          <p>
            Are you sure you want to delete '{pictureName(url)}'? It can be restored afterwards.
          </p>
          {usedBy.length > 0 && (
            <div className="picture-facts mt-3">
              <PictureUses usedBy={usedBy} />
            </div>
          )}
        </>
      }
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      tone="danger"
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
