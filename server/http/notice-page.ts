/** A page without styles and scripts, for answers that are given before the site can render one. The texts are our own. */
export function noticePage(title: string, text: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body><h1>${title}</h1><p>${text}</p><p><a href="/">Go to the home page</a></p></body>
</html>
`
}
