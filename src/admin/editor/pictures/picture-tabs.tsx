import { AudioLines, ImageOff, ImageUp } from 'lucide-react'
import { useState } from 'react'
import { pictureMaxAltLength } from '#domain/media.ts'
import { shownAt } from '#domain/shown-at.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LiteralField, TextArea } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { FileChooser } from '../../shell/file-chooser.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import type { AnalyzedPicture } from './analysis-source.ts'
import { ImageAnalysisCard } from './image-analysis.tsx'
import { moreOf, type usePicturePages } from './media-queries.ts'
import { mediumTypes, pictureTypes, takenPictures, takenSounds } from './picture-file.ts'
import { BoxGrid } from './picture-grid.tsx'
import { PictureTile } from './picture-tile.tsx'
import { useObjectUrl } from './use-object-url.ts'
import { isSound, type PictureChoice } from './use-picture-choice.ts'

/**
 * Chooses a picture or sound file, also by dropping or pasting. When one is chosen, it shows only
 * the button for another. `over`: files are dragged over the page.
 */
export function UploadTab({
  choice: { file, fileProblem, busy, sounds },
  over,
  onFiles,
}: {
  choice: PictureChoice
  over: boolean
  onFiles: (files: Array<File>) => void
}) {
  return (
    <FileChooser accept={sounds ? mediumTypes : pictureTypes} onFiles={onFiles}>
      {(open) => (
        <div className="grid gap-2">
          {file ? (
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="min-w-0 text-small font-semibold wrap-anywhere">{file.name}</p>
              <Button size="sm" disabled={busy} onClick={open}>
                Choose another
              </Button>
            </div>
          ) : (
            <button
              type="button"
              className="drop-zone"
              data-over={over || undefined}
              data-autofocus
              onClick={open}
            >
              <ImageUp />
              <span className="font-semibold">
                {over ? 'Drop it here' : 'Click to choose an image'}
              </span>
              <span className="text-tiny">or drop it here, or paste it. {takenPictures}.</span>
              {sounds && <span className="text-tiny">A sound too: {takenSounds}.</span>}
            </button>
          )}
          <FormError>{fileProblem}</FormError>
        </div>
      )}
    </FileChooser>
  )
}

/** The address of a picture, and whether to copy it into the library (rulings, section 6b). */
export function UrlTab({ choice }: { choice: PictureChoice }) {
  const { typed, address, copy, busy } = choice
  return (
    <div className="grid gap-3">
      <LiteralField
        label="Image URL"
        data-autofocus
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={typed}
        disabled={busy}
        error={address.kind === 'invalid' ? 'Please enter a valid URL' : undefined}
        onChange={({ target }) => choice.type(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') choice.use()
        }}
      />
      {address.kind === 'foreign' && (
        <SwitchField
          label="Copy into the media library"
          hint={
            address.shown
              ? 'Else the picture stays on the other site, and is gone here when it goes there.'
              : 'Browsers show no pictures from http addresses here, so this one is copied.'
          }
          checked={copy || !address.shown}
          disabled={busy || !address.shown}
          onChange={({ target }) => choice.setCopy(target.checked)}
        />
      )}
    </div>
  )
}

/** Chooses a picture, or a sound where the dialog takes them, from the library. */
export function ExistingTab({
  choice,
  pages,
  q,
  onSearch,
}: {
  choice: PictureChoice
  pages: ReturnType<typeof usePicturePages>
  q: string
  onSearch: (q: string) => void
}) {
  const pictures = pages.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="grid grid-cols-1 content-start gap-3">
      <SearchField label="Search media" value={q} onSearch={onSearch} />
      <Loaded query={pages} name="files">
        {() =>
          pictures.length === 0 ? (
            <EmptyState title="No matching files found." />
          ) : (
            <BoxGrid
              label="Existing media"
              pictures={pictures}
              total={pages.data?.pages[0]?.total ?? pictures.length}
              more={moreOf(pages)}
            >
              {(picture) => (
                <PictureTile
                  picture={picture}
                  pressed={picture.url === choice.existing}
                  onPress={() => choice.pick(picture.url)}
                />
              )}
            </BoxGrid>
          )
        }
      </Loaded>
    </div>
  )
}

/** The chosen picture with its preview, alternative text and analysis. */
export function ChosenPicture({
  picture,
  choice: { alt, busy, setAlt },
  text,
}: {
  picture: AnalyzedPicture
  choice: PictureChoice
  text?: string
}) {
  const sounds = isSound(picture)
  return (
    <div className="chosen-picture">
      <div className="picture-preview">
        {sounds ? <SoundPreview picture={picture} /> : <PicturePreview picture={picture} />}
      </div>
      <div className="grid content-start gap-4">
        <TextArea
          label={sounds ? 'Title' : 'Alt Text'}
          rows={2}
          maxLength={pictureMaxAltLength}
          hint={
            sounds
              ? 'What is heard, in a few words: readers see it above the player.'
              : 'What the picture shows, for people who cannot see it. Empty when it is only decoration.'
          }
          value={alt}
          disabled={busy}
          onChange={({ target }) => setAlt(target.value.replace(/\n/g, ' '))}
        />
        {!sounds && (
          <ImageAnalysisCard
            key={picture.kind === 'file' ? keyOf(picture.file) : picture.url}
            picture={picture}
            text={text}
            alt={alt}
            onUseAlt={setAlt}
          />
        )}
      </div>
    </div>
  )
}

function SoundPreview({ picture }: { picture: AnalyzedPicture }) {
  if (picture.kind === 'file')
    return (
      <p className="picture-error">
        <AudioLines />
        Plays once it is uploaded
      </p>
    )
  return (
    // biome-ignore lint/a11y/useMediaCaption: a sound of a few seconds without words
    <audio
      controls
      preload="metadata"
      src={picture.url}
      className="w-full px-3"
      aria-label="Preview"
    />
  )
}

/** Shows a picture, or a message that it cannot be loaded (specification, section 2). */
function PicturePreview({ picture }: { picture: AnalyzedPicture }) {
  const ofFile = useObjectUrl(picture.kind === 'file' ? picture.file : null)
  const source = picture.kind === 'file' ? ofFile : shownAt(picture.url, 960)
  const [failed, setFailed] = useState<string | null>(null)
  if (source === null) return null
  if (source.startsWith('http:')) return <p className="picture-error">Shown once it is copied</p>
  if (failed !== source)
    return <img key={source} src={source} alt="Preview" onError={() => setFailed(source)} />
  return (
    <p className="picture-error" role="status">
      <ImageOff />
      Image Load Error
    </p>
  )
}

const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`
