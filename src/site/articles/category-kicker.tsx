import { categoryAddress } from '#domain/categories.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import { CategoryIcon } from '../category-icon.tsx'

export interface CategoryKickerProps {
  /**
   * A category of the site, or another value from a file, which has no icon, color or page. ''
   * renders nothing.
   */
  category: string
  /** Links to the category's page; false inside another link. */
  link?: boolean
  /** Inherits the text color, for places filled with the category's color. */
  inherit?: boolean
}

/** Icon and label of a category. */
export function CategoryKicker({ category, link = false, inherit = false }: CategoryKickerProps) {
  const { categories } = useProfile()
  if (category === '') return null
  const known = categories.has(category)
  const inside = (
    <>
      {known && <CategoryIcon category={category} />}
      {categories.label(category)}
    </>
  )
  const color = inherit ? undefined : category
  return link && known ? (
    <a
      href={categoryAddress(category)}
      className="kicker -my-1 py-1 hover:underline"
      data-category={color}
    >
      {inside}
    </a>
  ) : (
    <span className="kicker" data-category={color}>
      {inside}
    </span>
  )
}
