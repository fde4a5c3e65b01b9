import type { ListedPicture } from '#domain/media.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { moreOf, type usePicturePages } from './media-queries.ts'
import { BoxGrid } from './picture-grid.tsx'
import { PictureTile } from './picture-tile.tsx'

/** Chooses a picture, or a sound where the dialog takes them, from the library. */
export function ExistingTab({
  pages,
  q,
  chosen,
  onSearch,
  onChoose,
}: {
  pages: ReturnType<typeof usePicturePages>
  q: string
  chosen: string | null
  onSearch: (q: string) => void
  onChoose: (picture: ListedPicture) => void
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
                  pressed={picture.url === chosen}
                  onPress={() => onChoose(picture)}
                />
              )}
            </BoxGrid>
          )
        }
      </Loaded>
    </div>
  )
}
