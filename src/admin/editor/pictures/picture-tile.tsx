import { AudioLines, ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { ListedPicture } from '#domain/media.ts'
import { shownAt } from '#domain/shown-at.ts'
import { clockTime, isSoundAddress, waveformPath } from '#domain/sound.ts'
import { pictureName } from './picture-address.ts'
import { fileSize } from './picture-file.ts'

/** A picture or sound of the library with its name and size. `pressed` marks the chosen one. */
export function PictureTile({
  picture,
  pressed,
  onPress,
}: {
  picture: ListedPicture
  pressed?: boolean
  onPress: () => void
}) {
  const { url, bytes, usedBy } = picture
  const name = pictureName(url)
  return (
    <button type="button" className="tile" aria-pressed={pressed} title={name} onClick={onPress}>
      <Thumbnail picture={picture} />
      <span className="truncate text-13 font-semibold">{name}</span>
      <span className="flex justify-between gap-2 overflow-hidden text-12 text-muted whitespace-nowrap">
        <span>
          {extentOf(picture)} · {fileSize(bytes)}
        </span>
        {pressed === undefined && (
          <span>{usedBy.length === 0 ? 'Not used' : `Used in ${usedBy.length}`}</span>
        )}
      </span>
    </button>
  )
}

/** The pixels of a picture or the duration of a sound, in text. */
export function extentOf({ url, width, height, sound }: ListedPicture): string {
  if (!isSoundAddress(url)) return width === null ? 'Damaged' : `${width} × ${height}`
  if (!sound) return 'Damaged'
  return sound.duration === null ? 'Sound' : clockTime(sound.duration)
}

/** A small picture or waveform with a fixed ratio; an icon when it cannot be shown. */
function Thumbnail({ picture: { url, width, sound } }: { picture: ListedPicture }) {
  const [failed, setFailed] = useState(width === null)
  if (isSoundAddress(url))
    return (
      <span className="tile-frame">
        {sound?.peaks ? (
          <svg
            viewBox="0 0 200 48"
            preserveAspectRatio="none"
            className="m-3 text-accent-ink"
            aria-hidden="true"
          >
            <path
              d={waveformPath(sound.peaks)}
              stroke="currentColor"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
        ) : (
          <AudioLines />
        )}
      </span>
    )
  return (
    <span className="tile-frame">
      {failed ? (
        <ImageOff />
      ) : (
        <img
          src={shownAt(url, 320)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(true)}
        />
      )}
    </span>
  )
}
