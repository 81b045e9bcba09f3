const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "application/json": "json",
  "application/msword": "doc",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
  "text/plain": "txt",
  "text/markdown": "md",
  "text/html": "html",
  "text/csv": "csv",
};

/** A name for a file that came without one; the same type always gives the same name. */
export function fileNameFor(mediaType: string): string {
  const type = mediaType.split(";", 1)[0]!.trim().toLowerCase();
  const subtype = type.slice(type.indexOf("/") + 1);
  const extension = EXTENSIONS[type] ?? (/^[a-z0-9]{1,8}$/.test(subtype) ? subtype : "bin");
  return `document.${extension}`;
}
