export { type JsonScan, type ScanFault, type ScannedMember, scanJson } from "./scan.ts";
