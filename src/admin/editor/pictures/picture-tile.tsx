import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { ListedPicture } from '#domain/media.ts'
import { shownAt } from '#domain/media.ts'
import { pictureName } from './picture-address.ts'
import { fileSize } from './picture-file.ts'

/** A picture of the library with its name and size. `pressed` marks the chosen one. */
export function PictureTile({
  picture,
  pressed,
  onPress,
}: {
  picture: ListedPicture
  pressed?: boolean
  onPress: () => void
}) {
  const { url, width, height, bytes, usedBy } = picture
  const name = pictureName(url)
  return (
    <button type="button" className="tile" aria-pressed={pressed} title={name} onClick={onPress}>
      <Thumbnail url={url} damaged={width === null} />
      <span className="truncate text-13 font-semibold">{name}</span>
      <span className="flex justify-between gap-2 overflow-hidden text-12 text-muted whitespace-nowrap">
        <span>
          {width === null ? 'Damaged' : `${width} × ${height}`} · {fileSize(bytes)}
        </span>
        {pressed === undefined && <span>{usedBy.length === 0 ? 'Not used' : `Used in ${usedBy.length}`}</span>}
      </span>
    </button>
  )
}

/** A small picture with a fixed ratio; an icon when it cannot be shown. */
function Thumbnail({ url, damaged }: { url: string; damaged: boolean }) {
  const [failed, setFailed] = useState(damaged)
  return (
    <span className="tile-frame">
      {failed ? (
        <ImageOff aria-hidden="true" />
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
