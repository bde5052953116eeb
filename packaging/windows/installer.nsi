; The Windows installer: for one user, without administrator rights. makensis runs on Linux (pack_windows.sh).
;   setup.exe /S             silent        setup.exe /S /D=C:\Folder   elsewhere
;   uninstall.exe /S         removes it; what the console remembers stays in %LOCALAPPDATA%\svcconsole
Unicode true
!include MUI2.nsh
!include FileFunc.nsh
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\svcconsole"
!define OPENER "Software\Classes\Applications\svcconsolew.exe"

Name "svcconsole"
OutFile "${OUT}"
!ifdef QUICK ; for a test: larger and sooner
SetCompressor zlib
!else
SetCompressor /SOLID lzma
!endif
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\svcconsole"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "svcconsole"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "svcconsole setup"
VIAddVersionKey "LegalCopyright" "The svcconsole team"

!define MUI_ICON "${STAGE}/svcconsole.ico"
!define MUI_UNICON "${STAGE}/svcconsole.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\svcconsolew.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Open svcconsole"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

!macro LeaveIfInUse FILE
    ${If} ${FileExists} "${FILE}"
        ClearErrors
        FileOpen $0 "${FILE}" a
        ${If} ${Errors}
            MessageBox MB_OK|MB_ICONEXCLAMATION "svcconsole is open. Close it, then run this again." /SD IDOK
            SetErrorLevel 2
            Quit
        ${EndIf}
        FileClose $0
    ${EndIf}
!macroend

!macro LeaveIfRunning
    ; The launchers stay as long as what they started: a program in use cannot be opened for writing.
    !insertmacro LeaveIfInUse "$INSTDIR\svcconsolew.exe"
    !insertmacro LeaveIfInUse "$INSTDIR\svcconsole.exe"
!macroend

Section
    !insertmacro LeaveIfRunning
    RMDir /r "$INSTDIR\site-packages"
    SetOutPath "$INSTDIR"
    File /r "${STAGE}/*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortCut "$SMPROGRAMS\svcconsole.lnk" "$INSTDIR\svcconsolew.exe" "" "$INSTDIR\svcconsole.ico"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "svcconsole"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\svcconsole.ico"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The svcconsole team"
    WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
    ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
    IntFmt $0 "0x%08X" $0
    WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" "$0"
    ; "Open with" for tables; what opens them by itself stays as the user chose it.
    WriteRegStr HKCU "${OPENER}" "FriendlyAppName" "svcconsole"
    WriteRegStr HKCU "${OPENER}\shell\open\command" "" '"$INSTDIR\svcconsolew.exe" "%1"'
    WriteRegStr HKCU "${OPENER}\DefaultIcon" "" "$INSTDIR\svcconsole.ico"
    WriteRegStr HKCU "${OPENER}\SupportedTypes" ".csv" ""
    WriteRegStr HKCU "${OPENER}\SupportedTypes" ".tsv" ""
    WriteRegStr HKCU "${OPENER}\SupportedTypes" ".txt" ""
SectionEnd

Section "Uninstall"
    !insertmacro LeaveIfRunning
    RMDir /r "$INSTDIR\site-packages"
    Delete "$INSTDIR\svcconsolew.exe"
    Delete "$INSTDIR\svcconsole.exe"
    Delete "$INSTDIR\*.dll"
    Delete "$INSTDIR\*.pyd"
    Delete "$INSTDIR\python*.*"
    Delete "$INSTDIR\LICENSE.txt"
    Delete "$INSTDIR\svcconsole.ico"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\svcconsole.lnk"
    DeleteRegKey HKCU "${UNINSTALL}"
    DeleteRegKey HKCU "${OPENER}"
SectionEnd
