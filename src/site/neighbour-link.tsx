import { ArrowLeft, ArrowRight } from 'lucide-react'

/** A link to the part or issue before or after this one. */
export function NeighbourLink({
  rel,
  href,
  label,
  title,
  className,
}: {
  rel: 'prev' | 'next'
  href: string
  label: string
  title: string
  className: string
}) {
  const isNext = rel === 'next'
  return (
    <a
      href={href}
      rel={rel}
      className={`group ${className} ${isNext ? 'sm:col-start-2 sm:text-end' : ''}`}
    >
      <span
        className={`flex items-center gap-2 text-tiny text-muted ${isNext ? 'sm:justify-end' : ''}`}
      >
        {!isNext && <ArrowLeft className="size-4" />}
        {label}
        {isNext && <ArrowRight className="size-4" />}
      </span>
      <span dir="auto" className="mt-1 block font-bold group-hover:underline">
        {title}
      </span>
    </a>
  )
}
