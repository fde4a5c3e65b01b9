import { categoryLabel, isCategory } from '#domain/categories.ts'
import { CategoryIcon } from '../category-icon.tsx'

export interface CategoryKickerProps {
  /** A category of the site, or what a file says instead: that has no icon, no color and no page. Nothing is shown for ''. */
  category: string
  /** A link to the category's page, where nothing else around it is one. */
  link?: boolean
  /** Takes the color of what it stands on, for places filled with the category's color. */
  inherit?: boolean
}

/** Icon and label of a category. */
export function CategoryKicker({ category, link = false, inherit = false }: CategoryKickerProps) {
  if (category === '') return null
  const known = isCategory(category)
  const inside = (
    <>
      {known && <CategoryIcon category={category} />}
      {categoryLabel(category)}
    </>
  )
  const color = inherit ? undefined : category
  return link && known ? (
    <a href={`/category/${category}`} className="kicker -my-1 py-1 hover:underline" data-category={color}>
      {inside}
    </a>
  ) : (
    <span className="kicker" data-category={color}>
      {inside}
    </span>
  )
}
