import { useContext, useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { waitingAddress } from '#domain/waiting-picture.ts'
import { Button } from '../../../ui/button.tsx'
import type { StoredUpload } from '../../documents/database.ts'
import type { DraftValues } from '../../documents/draft-values.ts'
import { useLocal } from '../../shell/local-provider.tsx'
import { UploadPlace } from '../../shell/upload-place.ts'
import { useObjectUrl } from '../pictures/use-object-url.ts'
import { uploadEntry } from '../pictures/use-upload.ts'

/**
 * Offers the pictures of this draft whose upload ended with its page. `flush` writes pending text
 * of the editors into the form.
 */
export function CutOffUploads({ flush }: { flush: () => void }) {
  const draft = useContext(UploadPlace)
  const { uploads, outbox } = useLocal()
  const { getValues, setValue } = useFormContext<DraftValues>()
  const [found, setFound] = useState<ReadonlyArray<StoredUpload>>([])
  useEffect(() => {
    if (draft !== null) void uploads.cutOff(draft).then(setFound)
  }, [uploads, draft])
  const forget = ({ key }: StoredUpload) => {
    setFound((all) => all.filter((one) => one.key !== key))
    return uploads.drop(key)
  }

  /**
   * Sends the upload through the queue with its original key, so that the server stores it once.
   */
  async function putIn(upload: StoredUpload) {
    const { key, file, alt, field } = upload
    await outbox.add(uploadEntry(key, file))
    flush()
    const address = waitingAddress(key)
    if (field === 'imageUrl') {
      setValue('imageUrl', address)
      setValue('imageAlt', alt)
    } else {
      const index = Number(/^articles\.(\d+)\./.exec(field)?.[1] ?? -1)
      const name = getValues('articles')[index] ? (`articles.${index}.content` as const) : 'content'
      setValue(name, withPictureAtEnd(getValues(name), alt, address))
    }
    await forget(upload)
  }

  return found.map((upload) => (
    <CutOffUpload
      key={upload.key}
      upload={upload}
      onPutIn={() => putIn(upload)}
      onDiscard={() => void forget(upload)}
    />
  ))
}

function CutOffUpload({
  upload: { file, field },
  onPutIn,
  onDiscard,
}: {
  upload: StoredUpload
  onPutIn: () => Promise<unknown>
  onDiscard: () => void
}) {
  const address = useObjectUrl(file)
  const [pending, setPending] = useState(false)
  return (
    <div className="notice mb-5" data-tone="warn" role="status">
      {address && (
        <img
          src={address}
          alt=""
          width={64}
          height={48}
          className="flex-none w-16 h-12 object-cover border border-line rounded-card"
        />
      )}
      <p className="min-w-56 flex-1">
        <strong>The upload of “{file.name || 'a picture'}” was cut off.</strong> This browser kept
        the picture.{' '}
        {field === 'imageUrl'
          ? 'It was to be the featured image.'
          : 'It can be put at the end of the text.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          pending={pending}
          pendingText="Putting it in..."
          onClick={() => {
            setPending(true)
            void onPutIn().finally(() => setPending(false))
          }}
        >
          Put it in
        </Button>
        <Button size="sm" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  )
}

function withPictureAtEnd(text: string, alt: string, address: string): string {
  const before = text.trimEnd()
  return `${before}${before && '\n\n'}![${alt.replace(/[\\[\]]/g, '\\$&')}](${address})\n`
}
