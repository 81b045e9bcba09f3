export { JsonEnd } from "./json-end.ts";
export { type JsonScan, JsonScanner, type ScanFault, type ScannedMember, scanJson } from "./json-scanner.ts";
export { type JsonText, JsonTexts } from "./json-texts.ts";
export { LineTexts } from "./line-texts.ts";
export { TextFinder } from "./text-finder.ts";
