// DesignSystem: see ../README.md.
