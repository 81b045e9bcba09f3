/** Programs of other vendors on the backplane. The drop-in classes for SDKs are entries of the package of their own. */
export * from "./stand-in/index.ts";
