import type { Root } from 'hast'
import { rehype } from 'rehype'
import { visit } from 'unist-util-visit'
import { expect, test } from 'vitest'
import { linkSchemes } from '#domain/body-format.ts'
import { createMarkdownRenderer } from './render.ts'

const render = createMarkdownRenderer()

const vectors = [
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#115;cript:alert(1))',
  '[x](&#x6A;avascript&colon;alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](java&Tab;script:alert(1))',
  '[x](java&NewLine;script:alert(1))',
  '[x](&#1;javascript:alert(1))',
  '[x]( javascript:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](file:///etc/passwd)',
  '[x](view-source:javascript:alert(1))',
  '[x](blob:https://a/b)',
  '[x][r]\n\n[r]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jav&#x0A;ascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="https://a" onclick="alert(1)" target="_blank" rel="opener" ping="//evil">x</a>',
  '<a href="#" style="position:fixed;inset:0">x</a>',
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</script>',
  '<script\n>alert(1)</script\n>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" srcset="javascript:alert(1) 1x" onload="alert(1)">',
  '<img/src="x"/onerror="alert(1)">',
  '<img src="x` `onerror=alert(1)">',
  '"><img src=x onerror=alert(1)>',
  '![x"onerror="alert(1)](x)',
  '![x](x"onerror="alert(1))',
  '[x](x "t\\" onclick=\\"alert(1)")',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate attributeName=href values=javascript:alert(1) /></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<math href="javascript:alert(1)">x</math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
  '<input type=image src=x onerror=alert(1)>',
  '<input autofocus onfocus=alert(1) type=text name=q>',
  '<select autofocus onfocus=alert(1)><option>x</select>',
  '<textarea><script>alert(1)</script></textarea>',
  '<base href="//evil/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href=//evil/x.css>',
  '<style>@import "//evil/x.css";</style>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<div class="fixed inset-0 z-50" id="app">x</div>',
  '<video src=x onerror=alert(1)><source onerror=alert(1)></video>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<body onload=alert(1)>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<title><img src=x onerror=alert(1)></title>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '<img name="getElementById"><img id="cookie"><form id="forms"></form>',
  '<a id="location" name="location"><a id="location" name="href">x</a>',
  '<p id="__proto__">x</p><p id="constructor">x</p>',
  '## Location\n\n## Cookie\n\n## Body\n\n## Constructor\n\n## __proto__',
  '<blockquote data-callout="tip onclick=x">x</blockquote>',
  '<aside class="callout">x</aside>',
  '<code class="language-js evil">x</code>',
  '```js"onclick="alert(1)\nx\n```',
  '```<img src=x onerror=alert(1)>\nx\n```',
  '| <img src=x onerror=alert(1)> |\n|---|\n| <script>alert(1)</script> |',
  '[^x]: <img src=x onerror=alert(1)>\n\nx[^x]',
  'a[^"><script>alert(1)</script>]\n\n[^"><script>alert(1)</script>]: x',
  '<table><tr><td><a href="javascript:alert(1)">x</a></table>',
  '<p align="center" onclick="alert(1)"><a href="javascript:alert(1)">x</a></p>',
  '<mark data-color="yellow" onmouseover="alert(1)">x</mark>',
  '<u onclick=alert(1)>x</u>',
  '<bdo dir="rtl" onclick=alert(1)>x</bdo>',
  '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
  '<q cite="javascript:alert(1)">x</q>',
  '<img src="x" usemap="#m"><map name="m"><area href="javascript:alert(1)"></map>',
  '<portal src=//evil></portal><dialog open>x</dialog>',
  '<slot name=x></slot><custom-element onclick=x is=y>x</custom-element>',
]

const elements = new Set(
  'h2 h3 p div span br section a img blockquote q pre code u mark aside details summary table thead tbody tr th td input li ol ul sup em strong bdo'.split(
    ' ',
  ),
)
const attributes = new Set(
  'id href title rel src alt loading decoding className align dataColor dir ariaLabel ariaDescribedBy role tabIndex dataLanguage type disabled open cite dataFootnotes dataFootnoteRef dataFootnoteBackref'.split(
    ' ',
  ),
)

/** What a browser would make of the output, not what the renderer meant. */
function parse(html: string): Root {
  return rehype().data('settings', { fragment: true }).parse(html)
}

test.each(vectors)('nothing of %s can run or leave its place', async (markdown) => {
  const { html, toc } = await render({ markdown, dimensions: {} })
  visit(parse(html), 'element', (element) => {
    expect(elements).toContain(element.tagName)
    for (const [name, value] of Object.entries(element.properties)) {
      expect(attributes).toContain(name)
      if (name === 'href' || name === 'src' || name === 'cite') {
        const scheme = /^([^/?#]*?):/.exec(String(value))?.[1]
        if (scheme !== undefined) expect(linkSchemes).toContain(scheme)
      }
      if (name === 'id') expect(String(value)).toMatch(/^s-/)
      if (name === 'className')
        for (const one of [value].flat()) expect(String(one)).toMatch(allowedClass)
    }
    if (element.tagName === 'input')
      expect(element.properties).toMatchObject({ type: 'checkbox', disabled: true })
  })
  for (const { id } of toc) expect(id).toMatch(/^s-/)
  expect(html).not.toMatch(/<(?:script|style|iframe|svg|math|form|base|meta|link)\b/i)
})

const allowedClass =
  /^(?:callout(?:-\w+)?|table-scroll|pictures|enlarge|language-[\w+#.-]+|tok-[a-z-]+|sr-only|footnotes|data-footnote-backref|(?:contains-)?task-list(?:-item)?)$/

test.each(linkSchemes)('a link with the scheme %s stays', async (scheme) => {
  const { html } = await render({ markdown: `[x](${scheme}:a@b)`, dimensions: {} })
  expect(html).toContain(`href="${scheme}:a@b"`)
})
