/**
 * Words of the specification's site. An article's field for its version is named after the program,
 * whatever the site is about.
 */
export const specifiedWords =
  /ableton(?!Version|_elements)|\blive\b|\bpush\b|\bracks?\b|session notes|midi|producer|music|\btips\b|workflow|sound.design|mixing|mastering|composition|beginner/gi

/** `site.yaml` of a site about gardening. */
export const gardenSettings = `name: Green Fingers
tagline: A garden that feeds you
description: Growing vegetables, herbs and fruit.
disclaimer: An independent garden site.
about: Notes from one garden.
categories:
  - {key: vegetables, label: Vegetables, color: '#3f8f3a', icon: carrot}
  - {key: fruit_trees, label: Fruit Trees, color: '#c2452d', icon: apple}
  - {key: tools, label: Tools, color: '#5b6d83', icon: wrench, sidebar: false}
levels: [easy, hard]
versions: free
theme: {colors: {accent: '#4f9d45'}, fonts: {headings: serif}}
texts: {footerFormTitle: Get the Garden Letter}
`

const article = (title: string, category: string) =>
  `---\ntitle: ${title}\nexcerpt: What to do this month.\ncategory: ${category}\ntags: [spring, beds]\nabletonVersion: zone 7\npublishedAt: 2026-03-04\n---\n\nDig and sow.\n`

/** Its content, with an article in a category that is not listed. */
export const gardenFiles = {
  'articles/2026/tomatoes.md': article('Tomatoes from seed', 'vegetables'),
  'articles/2026/apples.md': article('Prune an apple tree', 'Fruit Trees'),
  'articles/2026/bees.md': article('Bees in the hedge', 'animals'),
  'news/2026/frost.md':
    '---\ntitle: First frost\nid: 1\nexcerpt: It came early.\npublishedAt: 2026-03-05\n---\n\nCover the beds.\n',
  'newsletters/2026/001-sow.md':
    '---\ntitle: Sow now\nid: 1\nissueNumber: 1\ndescription: Beans.\npublishedAt: 2026-03-06\n---\n\nHello.\n',
}
